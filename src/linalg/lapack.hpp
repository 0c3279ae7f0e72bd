// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/core/matrix.hpp"

/// The few routines of BLAS and LAPACK that are used, for row-major storage: a row-major lower triangle is
/// LAPACK's upper one.
namespace sosi::lapack {

/// While one exists, BLAS runs in the calling thread alone, whatever it was set to before; needed for results
/// that do not depend on the number of threads. May be nested and used from several threads.
class SerialBlas {
 public:
  SerialBlas();
  ~SerialBlas();
  SerialBlas(const SerialBlas&) = delete;
  SerialBlas& operator=(const SerialBlas&) = delete;
};

/// A square or rectangular block inside a row-major matrix.
struct Block {
  double* data;
  Index rows;
  Index cols;
  Index stride;
};

Block block_of(Matrix& matrix);

/// A = L L^T in the lower triangle; false when a pivot is not positive.
bool cholesky(Block a);
/// B <- B L^-T.
void solve_right_transposed(const Block& lower, Block b);
/// B <- B L^-1.
void solve_right(const Block& lower, Block b);

/// A = R R^T for a symmetric positive semidefinite A, with as many columns as its numerical rank: what is
/// missing has no diagonal entry above N 2^-52 times the largest of A.
Matrix low_rank_factor(Matrix a);

/// Some eigenpairs of a symmetric matrix, by ascending eigenvalue; vectors are columns.
struct EigenPairs {
  Vector values;
  Matrix vectors;
};

/// The eigenpairs number first … first + count - 1, counted from the smallest; the matrix is destroyed.
EigenPairs symmetric_eigenpairs(Matrix a, Index first, Index count);

/// A = U diag(values) V^T with as many values as the smaller side of A, descending.
struct SingularValues {
  Vector values;
  Matrix left;              ///< U
  Matrix right_transposed;  ///< V^T
};

SingularValues thin_svd(Matrix a);

}  // namespace sosi::lapack
