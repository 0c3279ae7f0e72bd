// SPDX-License-Identifier: BSD-3-Clause
#include "interpolate/kernel_system.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/lapack.hpp"
#include "core/product.hpp"
#include "interpolate/gaussian_sum.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

constexpr double kSmallestShift = 0x1p-52;  // one unit in the last place of the diagonal
constexpr double kLargestShift = 0x1p-20;

Index n_tiles(Index n) {
  return (n + kTile - 1) / kTile;
}

lapack::Block tile(Matrix& matrix, Index i, Index j) {
  const Index n = matrix.rows();
  return {&matrix(i * kTile, j * kTile), std::min(kTile, n - i * kTile), std::min(kTile, n - j * kTile),
          matrix.outerStride()};
}

// Columns of a tile that are solved at a time.
constexpr Index kSolved = 32;

lapack::Block columns(const lapack::Block& block, Index first, Index count) {
  return {block.data + first, block.rows, count, block.stride};
}

lapack::Block rows(const lapack::Block& block, Index first, Index count) {
  return {block.data + first * block.stride, count, block.cols, block.stride};
}

// B <- B L^-T, a few columns at a time: what the columns before them contribute is a product.
void solve_tile(const lapack::Block& lower, const lapack::Block& b) {
  RightFactor before;
  for (Index first = 0; first < lower.rows; first += kSolved) {
    const Index count = std::min(kSolved, lower.rows - first);
    const lapack::Block l = rows(lower, first, count);
    const lapack::Block solved = columns(b, first, count);
    if (first > 0) {
      before.set_transposed(columns(l, 0, first));
      add_product(-1.0, columns(b, 0, first), before, solved);
    }
    lapack::solve_right_transposed(columns(l, first, count), solved);
  }
}

// Right-looking Cholesky on the lower triangle. The tiles and the order of the updates of each are fixed,
// and an item runs inside one thread: threads decide only who does what. Above the diagonal, tiles on it are
// computed along, for nobody.
bool factor_tiles(Matrix& a, ThreadPool& threads) {
  const Index n = n_tiles(a.rows());
  std::vector<RightFactor> right(n);
  for (Index k = 0; k < n; ++k) {
    if (!lapack::cholesky(tile(a, k, k))) return false;
    const Index below = n - k - 1;
    threads.for_each(below, [&](std::size_t item) {
      const Index i = k + 1 + static_cast<Index>(item);
      solve_tile(tile(a, k, k), tile(a, i, k));
      right[i].set_transposed(tile(a, i, k));
    });
    threads.for_each(below * (below + 1) / 2, [&](std::size_t item) {
      // Items count the lower triangle row by row.
      auto row = static_cast<Index>((std::sqrt(8.0 * static_cast<double>(item) + 1.0) - 1.0) / 2.0);
      while (row * (row + 1) / 2 > static_cast<Index>(item)) --row;
      while ((row + 1) * (row + 2) / 2 <= static_cast<Index>(item)) ++row;
      const Index i = k + 1 + row;
      const Index j = k + 1 + static_cast<Index>(item) - row * (row + 1) / 2;
      add_product(-1.0, tile(a, i, k), right[j], tile(a, i, j));
    });
  }
  return true;
}

}  // namespace

KernelSystem::KernelSystem(const CenterSet& centers, const Kernel& kernel, ThreadPool& threads)
    : lower_(centers.size(), centers.size()) {
  while (!factor(centers, kernel, threads)) {
    shift_ = shift_ > 0.0 ? 2.0 * shift_ : kSmallestShift;
    if (shift_ > kLargestShift) {
      throw NumericalError("the kernel matrix of " + std::to_string(centers.size()) + " centers at scale " +
                           std::to_string(kernel.scale) + " cannot be factored, even with " +
                           std::to_string(kLargestShift) + " added to its diagonal");
    }
  }
}

bool KernelSystem::factor(const CenterSet& centers, const Kernel& kernel, ThreadPool& threads) {
  const lapack::SerialBlas serial;
  const Index n = centers.size();
  const double exponent = kernel_exponent(kernel.scale);
  Vector sums = Vector::Zero(n);  // of the lower triangle's rows; with the columns' they give the 1-norm
  threads.for_each(n_tiles(n), [&](std::size_t item) {
    const Index first = static_cast<Index>(item) * kTile;
    for (Index i = first; i < std::min(first + kTile, n); ++i) {
      const double* distances = centers.squared_distances->row(centers.rows[i]).data();
      double* row = lower_.row(i).data();
      for (Index j = 0; j < i; ++j) row[j] = distances[centers.rows[j]];
      to_kernel(row, i, exponent);
      row[i] = 1.0 + kernel.ridge + shift_;
      std::fill(row + i + 1, row + std::min(first + kTile, n), 0.0);
    }
  });
  for (Index i = 0; i < n; ++i) {
    sums(i) += lower_.row(i).head(i + 1).sum();
    sums.head(i) += lower_.row(i).head(i).transpose();
  }
  norm_ = sums.maxCoeff();
  return factor_tiles(lower_, threads);
}

Matrix KernelSystem::solve(Matrix right_hand_sides) const {
  const lapack::SerialBlas serial;
  lapack::solve_cholesky(lapack::block_of(lower_), lapack::block_of(right_hand_sides));
  return right_hand_sides;
}

// (A^-1)_ii = sum over r of (L^-1)_ri².
Vector KernelSystem::inverse_diagonal() const {
  const lapack::SerialBlas serial;
  Matrix inverse = lower_;
  lapack::invert_lower(lapack::block_of(inverse));
  Vector diagonal = Vector::Zero(inverse.rows());
  for (Index r = 0; r < inverse.rows(); ++r) {
    diagonal.head(r + 1) += inverse.row(r).head(r + 1).cwiseAbs2().transpose();
  }
  return diagonal;
}

double KernelSystem::condition() const {
  const lapack::SerialBlas serial;
  return 1.0 / lapack::reciprocal_condition(lapack::block_of(lower_), norm_);
}

bool is_solvable(const CenterSet& centers, const Kernel& kernel, ThreadPool& threads) {
  constexpr double kLargestCondition = 1e11;
  KernelSystem system(centers.size());
  return system.factor(centers, kernel, threads) && system.condition() <= kLargestCondition;
}

Interpolation solve_interpolation(const CenterSet& centers, const Matrix& targets, const Vector& scales,
                                  double ridge, ThreadPool& threads) {
  Interpolation result{Matrix(targets.rows(), targets.cols()), {}};
  for (const ScaleGroup& group : group_scales(scales)) {
    const KernelSystem system(centers, {group.scale, ridge}, threads);
    const Matrix solved = system.solve(targets(Eigen::all, group.dimensions).transpose());
    result.coefficients(Eigen::all, group.dimensions) = solved.transpose();
    result.diagnostics.include({.n_shifts = system.shift() > 0.0 ? 1 : 0,
                                .largest_shift = system.shift(),
                                .condition = system.condition()});
  }
  if (!result.coefficients.allFinite()) {
    throw NumericalError(
        "the coefficients of the map are no finite numbers: the kernel systems are too ill-conditioned");
  }
  return result;
}

}  // namespace sosi
