// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/core/matrix.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

/// Up to `most` of n rows, evenly spread.
Indices spread_rows(Index n, Index most);

/// What widths of kernels are multiples of: the median distance; where most samples coincide, the root mean
/// square of all distances. Throws `InvalidInput` where all coincide.
double width_unit(const MatrixView& squared_distances);

/// The mean over the dimensions of the cosine between predicted and true coordinates: how well they agree,
/// but for their size. Averages of others shrink towards the mean; squared errors would reward a kernel that
/// is too wide for shrinking what it cannot predict to nothing.
double mean_cosine(const Matrix& predicted, const Matrix& coordinates);

/// The heat t at which averages over all other samples, with the weights exp(-squared distance/t), agree best
/// with the coordinates, by the mean cosine over the dimensions: the best of a grid of 1e-3 to 4 times the
/// median squared distance, by 500 samples at most. 0 where that median is 0.
double heat_by_leave_one_out(const MatrixView& samples, const MatrixView& coordinates, ThreadPool& threads);

}  // namespace sosi
