// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/lapack.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/core/sparse.hpp"

namespace sosi {

using lapack::EigenPairs;

/// Problems up to this many rows are solved densely by LAPACK, larger ones by Lanczos iterations on sparse
/// matrices; the dense solver needs some seconds at this size.
inline constexpr Index kDenseEigenLimit = 2000;

/// How many eigenpairs are wanted, and where the iterations start.
struct EigenRequest {
  Index count;
  int seed = 0;
};

/// The smallest eigenpairs of the symmetric A z = lambda D z, D diagonal and positive, among the vectors
/// with z^T D 1 = 0; A 1 = 0 must hold. Vectors are D-orthonormal, ascending.
EigenPairs smallest_without_constant(const SparseMatrix& a, const Vector& diagonal, EigenRequest request);

/// The largest eigenpairs of A z = lambda B z, A symmetric and B positive definite. Vectors are
/// B-orthonormal, descending.
EigenPairs largest_generalized(const SparseMatrix& a, const SparseMatrix& b, EigenRequest request);

/// Turns the sign of every column so that its entry of largest magnitude is positive.
void fix_signs(Matrix& vectors);

namespace detail {
EigenPairs smallest_without_constant_dense(const SparseMatrix& a, const Vector& diagonal,
                                           EigenRequest request);
EigenPairs smallest_without_constant_sparse(const SparseMatrix& a, const Vector& diagonal,
                                            EigenRequest request);
EigenPairs largest_generalized_dense(const SparseMatrix& a, const SparseMatrix& b, EigenRequest request);
EigenPairs largest_generalized_sparse(const SparseMatrix& a, const SparseMatrix& b, EigenRequest request);
}  // namespace detail

}  // namespace sosi
