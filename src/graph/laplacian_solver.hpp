// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "sosi/core/matrix.hpp"
#include "sosi/core/sparse.hpp"

namespace sosi {

/// Solves systems with the Laplacian of a graph whose labeled rows are taken out.
class LaplacianSolver {
 public:
  virtual ~LaplacianSolver() = default;

  /// X of L X = B.
  virtual Matrix solve(const Matrix& sides) const = 0;
  /// b^T L^-1 b for every column b.
  virtual Vector energies(const Matrix& sides) const = 0;
  /// The relative error to expect of energies.
  virtual double accuracy() const = 0;
};

/// The multiply-adds of the largest factor that is made.
inline constexpr double kMostFactorWork = 2e10;

/// By a sparse Cholesky factor where its counted work is small; else, as in graphs of samples that fill many
/// dimensions, by conjugate gradients. `laplacian` is a symmetric M-matrix.
std::unique_ptr<LaplacianSolver> make_laplacian_solver(const SparseMatrix& laplacian,
                                                       double most_work = kMostFactorWork);

}  // namespace sosi
