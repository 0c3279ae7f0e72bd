// SPDX-License-Identifier: BSD-3-Clause
#include "graph/laplacian_solver.hpp"

#include <gtest/gtest.h>

#include "dense_oracle.hpp"
#include "graph/neighbor_graph.hpp"
#include "problems.hpp"
#include "sosi/graph/class_graphs.hpp"

namespace sosi {
namespace laplacian_solver_test {

constexpr double kNoFactor = 0.0;

// The Laplacian of a neighbor graph without its first rows, which keep their edges to the others.
SparseMatrix laplacian(Index n, Index n_features, double heat, Index n_labeled) {
  ThreadPool threads(1);
  const Matrix samples = testing::random_matrix(n, n_features, 7);
  const SparseMatrix weights = neighbor_graph(nearest_neighbors(samples, 6, threads), 6, heat);
  Matrix dense = -Matrix(weights);
  dense.diagonal() += (1.0 + 1e-12) * degrees(weights);
  return dense.bottomRightCorner(n - n_labeled, n - n_labeled).sparseView();
}

TEST(LaplacianSolver, BothWaysGiveTheSolutionOfTheDenseSystem) {
  for (const double heat : {0.3, 3.0, 1e3}) {
    const SparseMatrix system = laplacian(300, 4, heat, 30);
    const Matrix sides = testing::random_matrix(270, 11, 8).cwiseAbs();
    const Matrix expected = testing::solved(Eigen::MatrixXd(system), sides);
    for (const double most_work : {kNoFactor, kMostFactorWork}) {
      SCOPED_TRACE(most_work);
      const auto solver = make_laplacian_solver(system, most_work);
      EXPECT_LT((solver->solve(sides) - expected).norm(), 1e-7 * expected.norm());
      const Vector energies = sides.cwiseProduct(expected).colwise().sum();
      const Vector found = solver->energies(sides);
      EXPECT_LT((found - energies).cwiseQuotient(energies).cwiseAbs().maxCoeff(), solver->accuracy());
    }
  }
}

// Two halves that hang together by next to nothing: only elimination finds what flows between them.
TEST(LaplacianSolver, SolvesWhatConjugateGradientsCannot) {
  constexpr double kNext = 1e-17;
  std::vector<Eigen::Triplet<double>> entries;
  const Index n = 40;
  Vector diagonal = Vector::Zero(n);
  const auto join = [&](Index i, Index j, double weight) {
    entries.emplace_back(i, j, -weight);
    entries.emplace_back(j, i, -weight);
    diagonal(i) += weight;
    diagonal(j) += weight;
  };
  for (Index i = 0; i + 1 < n; ++i) join(i, i + 1, i == n / 2 ? kNext : 1.0);
  diagonal(0) += 1.0;  // its label
  for (Index i = 0; i < n; ++i) entries.emplace_back(i, i, (1.0 + 1e-12) * diagonal(i));
  SparseMatrix system(n, n);
  system.setFromTriplets(entries.begin(), entries.end());
  Matrix side = Matrix::Zero(n, 1);
  side(0, 0) = 1.0;
  const Matrix exact = make_laplacian_solver(system)->solve(side);
  ASSERT_GT(exact.minCoeff(), 0.0);
  const Matrix found = make_laplacian_solver(system, kNoFactor)->solve(side);
  EXPECT_LT((found.cwiseQuotient(exact).array() - 1.0).abs().maxCoeff(), 1e-9);
}

// The factor of samples along a line is nearly a band, of 20 n multiply-adds or less; that of samples which
// fill many dimensions has a full triangle in it, of about n^3 / 140.
TEST(LaplacianSolver, MakesNoFactorOfSamplesThatFillManyDimensions) {
  constexpr double kHot = 1e3;
  constexpr double kWork = 600.0 * 600.0 * 600.0 / 1000.0;
  const auto line = make_laplacian_solver(laplacian(600, 1, kHot, 30), kWork);
  const auto ball = make_laplacian_solver(laplacian(600, 30, kHot, 30), kWork);
  EXPECT_LT(line->accuracy(), 1e-9);
  EXPECT_GT(ball->accuracy(), 1e-9);
}

TEST(LaplacianSolver, SidesOfZerosHaveASolutionOfZeros) {
  const SparseMatrix system = laplacian(60, 3, 1.0, 9);
  const auto solver = make_laplacian_solver(system, kNoFactor);
  EXPECT_EQ(solver->solve(Matrix::Zero(51, 3)), Matrix::Zero(51, 3));
  EXPECT_EQ(solver->energies(Matrix::Zero(51, 3)), Vector::Zero(3));
}

}  // namespace laplacian_solver_test
}  // namespace sosi
