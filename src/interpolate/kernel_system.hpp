// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "sosi/core/matrix.hpp"
#include "sosi/core/parallel.hpp"
#include "sosi/interpolate/rbf_map.hpp"

namespace sosi {

/// Rows and columns of the tiles that a kernel matrix is factored by; a panel of so many columns is copied.
inline constexpr Index kTile = 128;

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

/// Phi + ridge I over a set of centers, factored as L L^T; the same bits for any number of threads.
class KernelSystem {
 public:
  KernelSystem(const CenterSet& centers, const Kernel& kernel, ThreadPool& threads);

  /// One solution a row for one right-hand side a row.
  Matrix solve(Matrix right_hand_sides) const;
  /// The diagonal of the inverse.
  Vector inverse_diagonal() const;
  /// What had to be added to the diagonal beyond the ridge; 0 nearly always.
  double shift() const { return shift_; }
  /// Estimated in the 1-norm.
  double condition() const;

 private:
  explicit KernelSystem(Index n) : lower_(n, n) {}
  bool factor(const CenterSet& centers, const Kernel& kernel, ThreadPool& threads);
  friend bool is_solvable(const CenterSet& centers, const Kernel& kernel, ThreadPool& threads);

  mutable Matrix lower_;  // LAPACK's interface has no const; nothing changes it after construction
  double norm_ = 0.0;
  double shift_ = 0.0;
};

/// Whether the system can be factored as it is, and its condition leaves half of a double's digits and more.
bool is_solvable(const CenterSet& centers, const Kernel& kernel, ThreadPool& threads);

/// Coefficients of the map through given targets.
struct Interpolation {
  Matrix coefficients;
  KernelDiagnostics diagnostics;
};

/// Solves one system per distinct scale; a row of targets per center, a column per scale.
Interpolation solve_interpolation(const CenterSet& centers, const Matrix& targets, const Vector& scales,
                                  double ridge, ThreadPool& threads);

}  // namespace sosi
