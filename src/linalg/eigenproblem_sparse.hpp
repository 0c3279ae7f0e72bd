// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/eigenproblem.hpp"

namespace sosi {

/// `smallest_without_constant` by Lanczos iterations.
EigenPairs smallest_without_constant_sparse(const SparseMatrix& a, const Vector& diagonal,
                                            EigenRequest request);
/// `largest_generalized` by Lanczos iterations.
EigenPairs largest_generalized_sparse(const SparseMatrix& a, const SparseMatrix& b, EigenRequest request);
/// `largest_symmetric` by Lanczos iterations.
EigenPairs largest_symmetric_iterative(const Matrix& a, EigenRequest request);

}  // namespace sosi
