// SPDX-License-Identifier: BSD-3-Clause
#include "dense_oracle.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>

#include "problems.hpp"

namespace sosi::testing {

Eigen::MatrixXd solved(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return Eigen::FullPivLU<Eigen::MatrixXd>(a).solve(b);
}

Eigen::MatrixXd inverse_of(const Eigen::MatrixXd& a) {
  return solved(a, Eigen::MatrixXd::Identity(a.rows(), a.cols()));
}

Eigen::MatrixXd cholesky_factor(const Eigen::MatrixXd& a) {
  return Eigen::LLT<Eigen::MatrixXd>(a).matrixL();
}

SymmetricPairs symmetric_pairs(const Eigen::MatrixXd& a) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(a);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

SymmetricPairs real_pairs(const Eigen::MatrixXd& a) {
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(a);
  const Eigen::VectorXd values = solver.eigenvalues().real();
  Indices order = all_rows(a);
  std::ranges::sort(order, {}, [&](Index j) { return values(j); });
  return {values(order), solver.eigenvectors().real()(Eigen::all, order)};
}

Eigen::VectorXd singular_values(const Eigen::MatrixXd& a) {
  return Eigen::JacobiSVD<Eigen::MatrixXd>(a).singularValues();
}

Matrix random_frame(Index rows, Index cols, std::uint64_t seed) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(random_matrix(rows, cols, seed).transpose());
  return (qr.householderQ() * Eigen::MatrixXd::Identity(cols, rows)).transpose();
}

}  // namespace sosi::testing
