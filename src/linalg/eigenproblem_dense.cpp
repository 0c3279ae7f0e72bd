// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigenproblem_dense.hpp"

#include <cmath>

#include "sosi/core/errors.hpp"

namespace sosi {

// With S = D^-1/2 A D^-1/2 and the unit vector u = D^1/2 1 / |·|, which S maps to 0, the matrix S + c u u^T
// has the eigenpairs of S, but u has eigenvalue c: with c above all others it leaves the lower end of the
// spectrum.
EigenPairs smallest_without_constant_dense(const SparseMatrix& a, const Vector& diagonal,
                                           EigenRequest request) {
  const Vector root = diagonal.cwiseSqrt();
  Matrix scaled = root.cwiseInverse().asDiagonal() * Matrix(a) * root.cwiseInverse().asDiagonal();
  const double bound = scaled.cwiseAbs().rowwise().sum().maxCoeff();
  const Vector constant = root.normalized();
  scaled += (bound > 0.0 ? 2.0 * bound : 1.0) * constant * constant.transpose();
  EigenPairs pairs = lapack::symmetric_eigenpairs(std::move(scaled), 0, request.count);
  pairs.vectors = Matrix(root.cwiseInverse().asDiagonal() * pairs.vectors);
  return pairs;
}

// With B = L L^T and z = L^-T v the problem becomes L^-1 A L^-T v = lambda v.
EigenPairs largest_generalized_dense(const SparseMatrix& a, const SparseMatrix& b, EigenRequest request) {
  Matrix lower(b);
  if (!lapack::cholesky(lapack::block_of(lower))) {
    throw NumericalError(
        "the within-class matrix of the fisher embedding is not positive definite; raise fisher_epsilon");
  }
  Matrix reduced(a);
  lapack::solve_right_transposed(lapack::block_of(lower), lapack::block_of(reduced));
  reduced.transposeInPlace();
  lapack::solve_right_transposed(lapack::block_of(lower), lapack::block_of(reduced));
  EigenPairs pairs =
      lapack::symmetric_eigenpairs(std::move(reduced), a.rows() - request.count, request.count);
  lower.triangularView<Eigen::Lower>().transpose().solveInPlace(pairs.vectors);
  pairs.values.reverseInPlace();
  pairs.vectors = Matrix(pairs.vectors.rowwise().reverse());
  return pairs;
}

}  // namespace sosi
