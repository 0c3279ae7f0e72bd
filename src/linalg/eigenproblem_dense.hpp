// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/eigenproblem.hpp"

namespace sosi {

/// `smallest_without_constant` by LAPACK.
EigenPairs smallest_without_constant_dense(const SparseMatrix& a, const Vector& diagonal,
                                           EigenRequest request);
/// `largest_generalized` by LAPACK.
EigenPairs largest_generalized_dense(const SparseMatrix& a, const SparseMatrix& b, EigenRequest request);
/// `largest_symmetric` by LAPACK.
EigenPairs largest_symmetric_dense(Matrix a, EigenRequest request);

}  // namespace sosi
