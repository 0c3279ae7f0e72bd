// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "sosi/core/matrix.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

/// ||x_i - x_j||² between the named rows of a matrix, as a full symmetric matrix.
///
/// Each entry is the sum of squared differences in the order of the features, so that it depends on the two
/// rows alone, is exactly symmetric and exactly zero for equal rows.
Matrix squared_distances(const MatrixView& samples, std::span<const Index> rows, ThreadPool& threads);

/// Medians over all pairs of different rows; of an even number of pairs the mean of the middle two.
struct DistanceMedians {
  double distance;
  double squared_distance;
};

DistanceMedians median_distances(const MatrixView& squared_distances);

/// The candidates nearest to row i by ascending distance, at most `count`, without i; ties to the smaller
/// row.
Indices nearest_rows(const MatrixView& squared_distances, Index i, Indices candidates, int count);

}  // namespace sosi
