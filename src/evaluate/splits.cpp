// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/evaluate/splits.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "sosi/core/errors.hpp"
#include "sosi/core/random.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {

std::vector<int> keep_labels(std::span<const int> truth, int per_class, std::uint64_t seed) {
  std::map<int, std::vector<std::size_t>> members;
  for (std::size_t row = 0; row < truth.size(); ++row) {
    if (truth[row] != kUnlabeled) members[truth[row]].push_back(row);
  }
  Random random(seed);
  std::vector<int> labels(truth.size(), kUnlabeled);
  for (auto& [of_class, rows] : members) {
    if (per_class < 1 || per_class > std::ssize(rows)) {
      throw InvalidInput(std::to_string(per_class) + " labels per class: class " + std::to_string(of_class) +
                         " has " + std::to_string(rows.size()) + " samples");
    }
    random.shuffle(rows);
    for (int i = 0; i < per_class; ++i) labels[rows[i]] = of_class;
  }
  return labels;
}

std::uint64_t split_seed(std::uint64_t seed, int split) {
  Random random(seed);
  for (int i = 0; i < split; ++i) random.next();
  return random.next();
}

}  // namespace sosi
