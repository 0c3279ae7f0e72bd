// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "sosi/core/index.hpp"
#include "sosi/core/random.hpp"
#include "sosi/fit/fit.hpp"

namespace sosi::testing {

/// Independent standard normal entries.
inline Matrix random_matrix(Index rows, Index cols, std::uint64_t seed) {
  Random random(seed);
  Matrix values(rows, cols);
  for (double& value : values.reshaped()) value = random.normal();
  return values;
}

inline Indices all_rows(const Matrix& matrix) {
  Indices rows(matrix.rows());
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

inline Rows row_range(Index n) {
  Rows rows;
  for (Index i = 0; i < n; ++i) rows.emplace_back(i);
  return rows;
}

inline Positions positions_of(const Indices& values) {
  Positions positions;
  for (const Index value : values) positions.emplace_back(value);
  return positions;
}

/// Slightly noisy closed curves in a space of many dimensions, one a class, with the class of every sample.
struct Curves {
  Matrix samples;
  std::vector<int> classes;
};

inline Curves make_curves(int n_classes, Index per_class, Index n_features, std::uint64_t seed) {
  Random random(seed);
  const Matrix shapes = random_matrix(4 * n_classes, n_features, seed + 1);
  Curves curves{Matrix(n_classes * per_class, n_features), {}};
  for (Index row = 0; row < curves.samples.rows(); ++row) {
    const int of_class = static_cast<int>(row % n_classes);
    const double angle = random.uniform(0.0, 6.283185307179586);
    const Matrix shape = shapes.middleRows(4 * of_class, 4);
    curves.samples.row(row) = 1.5 * shape.row(0) + std::cos(angle) * shape.row(1) +
                              std::sin(angle) * shape.row(2) + 0.5 * std::cos(2.0 * angle) * shape.row(3);
    for (double& value : curves.samples.row(row)) value += 0.15 * random.normal();
    curves.classes.push_back(of_class);
  }
  return curves;
}

/// The first `labeled_per_class` samples of each class keep their label.
inline TrainingSet partly_labeled(const Curves& curves, int labeled_per_class) {
  TrainingSet training;
  training.samples = curves.samples;
  std::vector<int> n_seen(64, 0);
  for (const int of_class : curves.classes) {
    training.labels.values.push_back(n_seen[of_class]++ < labeled_per_class ? of_class : kUnlabeled);
  }
  const int n_classes = *std::ranges::max_element(curves.classes) + 1;
  for (int c = 0; c < n_classes; ++c) training.labels.classes.push_back(std::to_string(c));
  return training;
}

}  // namespace sosi::testing
