// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/labeled_samples.hpp"

#include <algorithm>

#include "graph/row_distances.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

void check_labeled(const std::string& method, const LabeledSamples& labeled, const MatrixView& samples) {
  check_features(samples, labeled.samples);
  if (std::ssize(labeled.classes) != labeled.samples.rows()) {
    throw InvalidInput(std::to_string(labeled.classes.size()) + " classes for " +
                       std::to_string(labeled.samples.rows()) + " labeled samples: must be the same number");
  }
  const auto [smallest, largest] = std::ranges::minmax(labeled.classes);
  if (smallest < 0) throw InvalidInput("class " + std::to_string(smallest) + ": must be at least 0");
  if (smallest == largest) throw InvalidInput(method + ": needs labels of at least two classes");
}

std::vector<Index> class_sizes(std::span<const int> classes) {
  std::vector<Index> sizes(std::ranges::max(classes) + 1, 0);
  for (const int of_class : classes) ++sizes[of_class];
  return sizes;
}

std::vector<int> largest_columns(const Matrix& values) {
  std::vector<int> classes;
  for (Index row = 0; row < values.rows(); ++row) {
    Index best = 0;
    values.row(row).maxCoeff(&best);
    classes.push_back(static_cast<int>(best));
  }
  return classes;
}

}  // namespace sosi
