// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/labels_file.hpp"

#include "io/bytes/text.hpp"
#include "io/formats.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {

std::vector<std::string> read_label_names(const LabelSource& source) {
  std::vector<std::string> names = io::file_format(source.path).read_labels(source);
  for (std::size_t row = 0; row < names.size(); ++row) {
    std::string& name = names[row];
    if (is_unlabeled(name)) name.clear();
    if (!io::is_utf8(name)) {
      throw InvalidInput(source.path + ": row " + std::to_string(row) + ": the label " + io::shown(name) +
                         " is not UTF-8");
    }
  }
  return names;
}

std::vector<std::string> read_label_names(const LabelSource& source, const SampleTable& samples) {
  std::vector<std::string> names = read_label_names(source);
  const std::size_t n_kept = samples.rows.size();
  if (names.size() == n_kept) return names;
  if (static_cast<Index>(names.size()) != samples.n_file_rows) {
    const std::string of_all = n_kept == static_cast<std::size_t>(samples.n_file_rows)
                                   ? ""
                                   : ", kept of " + std::to_string(samples.n_file_rows);
    throw InvalidInput(source.path + ": has " + std::to_string(names.size()) + " labels for " +
                       std::to_string(n_kept) + " samples" + of_all);
  }
  std::vector<std::string> kept;
  kept.reserve(n_kept);
  for (const Index row : samples.rows) kept.push_back(std::move(names[row]));
  return kept;
}

bool may_hold_labels(const std::string& samples_path) {
  return io::file_format(samples_path).may_hold_labels;
}

}  // namespace sosi
