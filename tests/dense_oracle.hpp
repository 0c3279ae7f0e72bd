// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "sosi/core/matrix.hpp"

/// Eigen's decompositions, which the library does not use for this: compiled once, as their templates take
/// long.
namespace sosi::testing {

/// x with A x = b, by Gaussian elimination with full pivoting.
Eigen::MatrixXd solved(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);
Eigen::MatrixXd inverse_of(const Eigen::MatrixXd& a);

/// L with A = L L^T.
Eigen::MatrixXd cholesky_factor(const Eigen::MatrixXd& a);

/// By ascending eigenvalue; vectors are columns.
struct SymmetricPairs {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
SymmetricPairs symmetric_pairs(const Eigen::MatrixXd& a);

/// Of any square matrix whose eigenvalues are real.
SymmetricPairs real_pairs(const Eigen::MatrixXd& a);

/// Descending.
Eigen::VectorXd singular_values(const Eigen::MatrixXd& a);

/// Random orthonormal rows.
Matrix random_frame(Index rows, Index cols, std::uint64_t seed);

}  // namespace sosi::testing
