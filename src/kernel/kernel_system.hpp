// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>

#include "kernel/kernel_systems.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/core/parallel.hpp"
#include "sosi/extend/rbf_map.hpp"

namespace sosi {

/// The width of the Gaussian and what is added to the diagonal.
struct Kernel {
  double scale;
  double ridge = 0.0;
};

/// Centers named by their rows in a matrix of squared distances.
struct CenterSet {
  const Matrix* squared_distances;
  std::span<const Index> rows;

  Index size() const { return static_cast<Index>(rows.size()); }
};

/// One kernel over centers that do not change.
class KernelSystem {
 public:
  KernelSystem(const CenterSet& centers, const Kernel& kernel, ThreadPool& threads);

  /// Nothing where the matrix cannot be factored as it is.
  static std::unique_ptr<const KernelSystem> unshifted(const CenterSet& centers, const Kernel& kernel,
                                                       ThreadPool& threads);

  /// One solution a row for one right-hand side a row.
  Matrix solve(Matrix right_hand_sides) const;
  Vector inverse_diagonal() const { return systems_.inverse_diagonal(0); }
  double shift() const { return systems_.shift(0); }
  double condition() const { return systems_.condition(0); }

 private:
  enum class Empty { yes };
  KernelSystem(const CenterSet& centers, const Kernel& kernel, ThreadPool& threads, Empty empty);

  SampleDistances distances_;
  KernelSystems systems_;
};

/// Beyond it, less than half of a double's digits can be trusted.
inline constexpr double kLargestCondition = 1e11;

/// So near each other, in multiples of the scale, samples are copies as far as a kernel system is concerned.
inline constexpr double kCopyDistance = 1e-5;

/// Whether the system can be factored as it is, and its condition leaves half of a double's digits and more.
/// Copies of another center are left out: they make any system singular, at any scale, and do no harm.
bool is_solvable(const SampleDistances& distances, std::span<const Index> centers, const Kernel& kernel,
                 ThreadPool& threads);

/// Coefficients of the map through given targets.
struct Interpolation {
  Matrix coefficients;
  KernelDiagnostics diagnostics;
};

/// Solves one system per distinct scale; a row of targets per center, a column per scale.
Interpolation solve_interpolation(const CenterSet& centers, const Matrix& targets, const Vector& scales,
                                  double ridge, ThreadPool& threads);

}  // namespace sosi
