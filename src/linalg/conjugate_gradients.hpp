// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/core/sparse.hpp"

namespace sosi {

/// Conjugate gradients for a symmetric M-matrix (a positive diagonal that dominates its rows, nothing else
/// positive), preconditioned by its incomplete Cholesky factor without fill-in. Memory and the cost of a step
/// are proportional to the entries of the matrix, whatever its shape.
class ConjugateGradients {
 public:
  explicit ConjugateGradients(const SparseMatrix& matrix);

  /// X of A X = B, each column until its residual, measured by the preconditioner, is 1e-10 of what it was;
  /// nothing where some column is not there after 2000 steps.
  std::optional<Matrix> solve(const Matrix& sides) const;

  /// b^T A^-1 b for every column b, to about six digits: far fewer steps than a solution takes.
  Vector energies(const Matrix& sides) const;

 private:
  // Columns that are solved for together; each has its own steps, as if it were alone.
  static constexpr Index kTogether = 8;
  using Block = Eigen::Matrix<double, Eigen::Dynamic, kTogether, Eigen::RowMajor>;
  using Numbers = Eigen::Array<double, 1, kTogether>;

  struct Steps;

  void factorize();
  Block times(const Block& x) const;
  Block precondition(const Block& x) const;

  SparseMatrix matrix_;
  SparseMatrix lower_;  // L of L D L^T, without its diagonal of ones
  Vector pivots_;       // D
};

}  // namespace sosi
