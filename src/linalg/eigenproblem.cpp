// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigenproblem.hpp"

#include "linalg/eigenproblem_dense.hpp"
#include "linalg/eigenproblem_sparse.hpp"

namespace sosi {

void fix_signs(Matrix& vectors) {
  for (Index k = 0; k < vectors.cols(); ++k) {
    Index largest = 0;
    vectors.col(k).cwiseAbs().maxCoeff(&largest);
    if (vectors(largest, k) < 0.0) vectors.col(k) *= -1.0;
  }
}

EigenPairs smallest_without_constant(const SparseMatrix& a, const Vector& diagonal, EigenRequest request) {
  return a.rows() <= kDenseEigenLimit ? smallest_without_constant_dense(a, diagonal, request)
                                      : smallest_without_constant_sparse(a, diagonal, request);
}

EigenPairs largest_generalized(const SparseMatrix& a, const SparseMatrix& b, EigenRequest request) {
  return a.rows() <= kDenseEigenLimit ? largest_generalized_dense(a, b, request)
                                      : largest_generalized_sparse(a, b, request);
}

EigenPairs largest_symmetric(Matrix a, EigenRequest request) {
  return a.rows() <= kDenseEigenLimit ? largest_symmetric_dense(std::move(a), request)
                                      : largest_symmetric_iterative(a, request);
}

}  // namespace sosi
