// SPDX-License-Identifier: BSD-3-Clause
#include "graph/label_spreading.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dense_oracle.hpp"
#include "graph/neighbor_graph.hpp"
#include "problems.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {
namespace label_spreading_test {

// Q samples of three classes, every sixth with its label, and a neighbor graph of them.
struct Problem {
  explicit Problem(std::uint64_t seed, double heat = 1.0) : samples(testing::random_matrix(90, 3, seed)) {
    for (Index i = 0; i < samples.rows(); ++i) {
      labels.push_back(i % 6 == 0 ? static_cast<int>(i / 6 % 3) : kUnlabeled);
      samples(i, 0) += 1.5 * static_cast<double>(i / 6 % 3);
    }
    ThreadPool threads(1);
    weights = neighbor_graph(nearest_neighbors(samples, 5, threads), 5, heat);
  }

  Matrix samples;
  std::vector<int> labels;
  SparseMatrix weights;
};

// (1 - alpha) (I - alpha D^-1/2 W D^-1/2)^-1 Y from the definition.
Matrix solve_densely(const Matrix& weights, std::span<const int> labels, double alpha) {
  const Index n = weights.rows();
  const Vector degree = weights.rowwise().sum();
  Matrix system = Matrix::Identity(n, n);
  Matrix indicators = Matrix::Zero(n, 3);
  for (Index i = 0; i < n; ++i) {
    if (labels[i] != kUnlabeled) indicators(i, labels[i]) = 1.0;
    for (Index j = 0; j < n; ++j) {
      if (weights(i, j) > 0.0) system(i, j) -= alpha * weights(i, j) / std::sqrt(degree(i) * degree(j));
    }
  }
  return (1.0 - alpha) * testing::solved(system, indicators);
}

TEST(LabelSpreading, SolvesTheSystemOfItsGraph) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Problem problem(seed);
    const GivenLabels given = gather_labels(90, problem.labels);
    for (const double alpha : {0.2, 0.9, 0.99, 0.9999}) {
      SCOPED_TRACE(alpha);
      const Matrix expected = solve_densely(problem.weights, problem.labels, alpha);
      const Matrix found = SpreadingSystem(problem.weights, given, alpha).values();
      EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-10 * expected.cwiseAbs().maxCoeff());
    }
  }
}

TEST(LabelSpreading, LeavesOneOutAsIfItsLabelHadNotBeenGiven) {
  const Problem problem(4);
  const GivenLabels given = gather_labels(90, problem.labels);
  const Matrix found = SpreadingSystem(problem.weights, given, 0.95).leave_one_out();
  ASSERT_EQ(found.rows(), 15);
  for (Index i = 0; i < found.rows(); ++i) {
    std::vector<int> fewer = problem.labels;
    const Index row = given.rows[given.held_out[i]];
    fewer[row] = kUnlabeled;
    const Eigen::RowVectorXd values = solve_densely(problem.weights, fewer, 0.95).row(row);
    EXPECT_LT((found.row(i) - values / values.sum()).cwiseAbs().maxCoeff(), 1e-8);
  }
}

TEST(LabelSpreading, ChoosesTheAlphaThatPredictsLabelsBest) {
  const Problem problem(5);
  const GivenLabels given = gather_labels(90, problem.labels);
  const auto score_at = [&](double alpha) {
    return score_of(SpreadingSystem(problem.weights, given, alpha).leave_one_out(), given);
  };
  ThreadPool threads(2);
  const SpreadingChoice chosen = choose_alpha(problem.weights, given, {}, threads);
  EXPECT_EQ(chosen.n_held_out, 15);
  EXPECT_EQ(chosen.n_errors, score_at(chosen.alpha).n_errors);
  for (const double alpha : {0.2, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999}) {
    EXPECT_FALSE(is_better(score_at(alpha), score_at(chosen.alpha))) << alpha;
  }
  EXPECT_EQ(choose_alpha(problem.weights, given, {0.3}, threads).alpha, 0.3);
  EXPECT_THROW(choose_alpha(problem.weights, given, {1.0}, threads), InvalidInput);
  const std::vector<int> one_each = {0, 1, 2, kUnlabeled};
  const SparseMatrix line = problem.weights.topLeftCorner(4, 4);
  EXPECT_EQ(choose_alpha(line, gather_labels(4, one_each), {}, threads).alpha, 0.99);
}

TEST(LabelSpreading, RowsWithoutAPathToALabelGetTheNearestOne) {
  // Two pairs and a row alone; heat so small that nothing else is joined.
  const Matrix samples{{0.0}, {0.1}, {1.0}, {1.1}, {5.0}};
  SparseMatrix weights(5, 5);
  for (const auto& [i, j] : {std::pair{0, 1}, std::pair{2, 3}}) {
    weights.insert(i, j) = 1e-200;
    weights.insert(j, i) = 1e-200;
  }
  const std::vector<int> labels = {1, kUnlabeled, kUnlabeled, kUnlabeled, 0};
  const GivenLabels given = gather_labels(5, labels);
  ThreadPool threads(1);
  const SpreadingSystem system(weights, given, 0.9);
  EXPECT_NEAR(system.values()(4, 0), 0.1, 1e-15);
  EXPECT_NEAR(system.values()(1, 1), 0.1 * 0.9 / (1.0 - 0.81), 1e-14);
  const LabeledRows rows = label_rows(system.values(), samples, given, threads);
  EXPECT_EQ(rows.classes, (std::vector<int>{1, 1, 1, 1, 0}));
  EXPECT_EQ(rows.unreached, (Indices{2, 3}));
}

}  // namespace label_spreading_test
}  // namespace sosi
