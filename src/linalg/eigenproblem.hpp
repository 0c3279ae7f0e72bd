// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

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
  double shift = -1e-3;  ///< just below the spectrum, of the iterations for the smallest eigenpairs
};

/// The smallest eigenpairs of the symmetric A z = lambda D z, D diagonal and positive, among the vectors
/// with z^T D 1 = 0; A 1 = 0 must hold. Vectors are D-orthonormal, ascending.
EigenPairs smallest_without_constant(const SparseMatrix& a, const Vector& diagonal, EigenRequest request);

/// The largest eigenpairs of A z = lambda B z, A symmetric and B positive definite. Vectors are
/// B-orthonormal, descending.
EigenPairs largest_generalized(const SparseMatrix& a, const SparseMatrix& b, EigenRequest request);

enum class SpectrumEnd { smallest, largest };

/// The eigenpairs of A z = lambda B z at one end of the spectrum, both symmetric and dense, from that end on;
/// vectors are B-orthonormal. Nothing where B is not positive definite.
std::optional<EigenPairs> generalized_eigenpairs(Matrix a, Matrix b, SpectrumEnd end, Index count);

/// The largest eigenpairs of a symmetric dense matrix, descending.
EigenPairs largest_symmetric(Matrix a, EigenRequest request);

/// Turns the sign of every column so that its entry of largest magnitude is positive.
void fix_signs(Matrix& vectors);

}  // namespace sosi
