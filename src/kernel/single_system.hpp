// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>

#include "kernel/kernel_backend.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/kernel/rbf_map.hpp"

namespace sosi {

/// The width of the Gaussian and what is added to the diagonal.
struct Kernel {
  double scale;
  double ridge = 0.0;
};

/// One kernel over centers that do not change: all rows of a matrix of squared distances.
class SingleSystem {
 public:
  SingleSystem(const Matrix& squared_distances, const Kernel& kernel, const KernelBackend& backend);

  /// Nothing where the matrix cannot be factored without a shift.
  static std::unique_ptr<const SingleSystem> unshifted(const Matrix& squared_distances, const Kernel& kernel,
                                                       const KernelBackend& backend);

  /// One solution per row for one right-hand side per row.
  Matrix solve(Matrix right_hand_sides) const { return systems_->solve(0, std::move(right_hand_sides)); }
  Vector inverse_diagonal() const { return systems_->inverse_diagonal(0); }
  double shift() const { return systems_->shift(0); }
  double condition() const { return systems_->condition(0); }

 private:
  enum class Empty { yes };
  SingleSystem(const Matrix& squared_distances, const Kernel& kernel, const KernelBackend& backend,
               Empty empty);

  SampleDistances distances_;
  std::unique_ptr<KernelSystems> systems_;
};

/// Beyond it, less than half of a double's digits can be trusted.
inline constexpr double kLargestCondition = 1e11;

/// So near each other, in multiples of the scale, samples are copies as far as a kernel system is concerned.
inline constexpr double kCopyDistance = 1e-5;

/// Whether the system can be factored without a shift, and its condition leaves half of a double's digits and
/// more. Copies of another center are left out: they make any system singular, at any scale, and do no harm.
bool is_solvable(const SampleDistances& distances, std::span<const Position> centers, const Kernel& kernel,
                 const KernelBackend& backend);

/// Coefficients of the map through given targets.
struct Interpolation {
  Matrix coefficients;
  KernelDiagnostics diagnostics;
};

/// Solves one system per distinct scale; a row of targets per center, a column per scale.
Interpolation solve_interpolation(const Matrix& squared_distances, const Matrix& targets,
                                  const Vector& scales, double ridge, const KernelBackend& backend);

}  // namespace sosi
