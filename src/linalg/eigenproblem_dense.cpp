// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigenproblem_dense.hpp"

#include <cmath>

#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

EigenPairs reversed(EigenPairs pairs) {
  pairs.values.reverseInPlace();
  pairs.vectors = Matrix(pairs.vectors.rowwise().reverse());
  return pairs;
}

}  // namespace

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
std::optional<EigenPairs> generalized_eigenpairs(Matrix a, Matrix b, SpectrumEnd end, Index count) {
  if (!lapack::cholesky(lapack::block_of(b))) return std::nullopt;
  lapack::solve_right_transposed(lapack::block_of(b), lapack::block_of(a));
  a.transposeInPlace();
  lapack::solve_right_transposed(lapack::block_of(b), lapack::block_of(a));
  const Index first = end == SpectrumEnd::largest ? a.rows() - count : 0;
  EigenPairs pairs = lapack::symmetric_eigenpairs(std::move(a), first, count);
  b.triangularView<Eigen::Lower>().transpose().solveInPlace(pairs.vectors);
  return end == SpectrumEnd::largest ? reversed(std::move(pairs)) : pairs;
}

EigenPairs largest_generalized_dense(const SparseMatrix& a, const SparseMatrix& b, EigenRequest request) {
  std::optional<EigenPairs> pairs =
      generalized_eigenpairs(Matrix(a), Matrix(b), SpectrumEnd::largest, request.count);
  if (pairs) return *std::move(pairs);
  throw NumericalError(
      "the within-class matrix of the fisher embedding is not positive definite; raise fisher_epsilon");
}

EigenPairs largest_symmetric_dense(Matrix a, EigenRequest request) {
  const Index first = a.rows() - request.count;
  return reversed(lapack::symmetric_eigenpairs(std::move(a), first, request.count));
}

}  // namespace sosi
