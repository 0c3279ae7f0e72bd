// SPDX-License-Identifier: BSD-3-Clause
#include "graph/poisson_learning.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "dense_oracle.hpp"
#include "graph/neighbor_graph.hpp"
#include "problems.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {
namespace poisson_learning_test {

// L^+ b by the eigenvectors of L, shifted so that the sum of d_i u_i is 0; the graph is connected.
Matrix solve_by_pseudo_inverse(const Matrix& weights, std::span<const int> labels, Index n_classes) {
  const Index n = weights.rows();
  const Vector degree = weights.rowwise().sum();
  const testing::SymmetricPairs pairs =
      testing::symmetric_pairs(Eigen::MatrixXd(degree.asDiagonal()) - Eigen::MatrixXd(weights));
  Matrix sources = Matrix::Zero(n, n_classes);
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(n_classes);
  double n_labels = 0.0;
  for (Index i = 0; i < n; ++i) {
    if (labels[i] == kUnlabeled) continue;
    mean(labels[i]) += 1.0;
    n_labels += 1.0;
  }
  for (Index i = 0; i < n; ++i) {
    if (labels[i] == kUnlabeled) continue;
    sources(i, labels[i]) = 1.0;
    sources.row(i) -= mean / n_labels;
  }
  Vector inverse = pairs.values.cwiseInverse();
  inverse(0) = 0.0;
  Matrix values = pairs.vectors * (inverse.asDiagonal() * (pairs.vectors.transpose() * sources));
  const Eigen::RowVectorXd shift = degree.transpose() * values / degree.sum();
  values.rowwise() -= shift;
  return values;
}

Matrix random_weights(Index n, double heat, std::uint64_t seed) {
  ThreadPool threads(1);
  return neighbor_graph(nearest_neighbors(testing::random_matrix(n, 2, seed), 8, threads), 8, heat);
}

std::vector<int> some_labels(Index n, int n_classes) {
  std::vector<int> labels;
  for (Index i = 0; i < n; ++i) {
    labels.push_back(i % 7 < 2 && i > 10 ? static_cast<int>(i / 7 % n_classes) : kUnlabeled);
  }
  return labels;
}

TEST(PoissonLearning, IsThePseudoInverseOfTheLaplacian) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    for (const double heat : {0.3, 2.0}) {
      const Matrix weights = random_weights(80, heat, seed);
      ASSERT_EQ(std::ranges::max(connected_components(weights.sparseView())), 0);
      const std::vector<int> labels = some_labels(80, 3);
      const Matrix expected = solve_by_pseudo_inverse(weights, labels, 3);
      const Matrix found = poisson_values(weights.sparseView(), gather_labels(80, labels));
      EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-8 * expected.cwiseAbs().maxCoeff());
    }
  }
}

TEST(PoissonLearning, TreatsEveryComponentByItself) {
  // Two copies of a graph with different labels, one with a single class, one without labels.
  const Matrix part = random_weights(60, 1.0, 9);
  Matrix weights = Matrix::Zero(240, 240);
  for (Index copy = 0; copy < 4; ++copy) weights.block(60 * copy, 60 * copy, 60, 60) = part;
  const std::vector<int> first = some_labels(60, 2);
  std::vector<int> second = some_labels(60, 3);
  std::vector<int> labels = first;
  labels.insert(labels.end(), second.begin(), second.end());
  labels.resize(240, kUnlabeled);
  labels[130] = 2;
  const Matrix found = poisson_values(weights.sparseView(), gather_labels(240, labels));
  const Matrix expected_first = solve_by_pseudo_inverse(part, first, 3);
  const Matrix expected_second = solve_by_pseudo_inverse(part, second, 3);
  EXPECT_LT((found.topRows(60) - expected_first).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_LT((found.middleRows(60, 60) - expected_second).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_TRUE((found.middleRows(120, 60).col(2).array() == 1.0).all());
  EXPECT_TRUE((found.middleRows(120, 60).leftCols(2).array() == 0.0).all());
  EXPECT_TRUE((found.bottomRows(60).array() == 0.0).all());
}

TEST(PoissonLearning, SumsOfClassesAndOfRowsWeightedByDegreesAreZero) {
  const Matrix weights = random_weights(100, 0.5, 4);
  const std::vector<int> labels = some_labels(100, 4);
  const Matrix found = poisson_values(weights.sparseView(), gather_labels(100, labels));
  const double size = found.cwiseAbs().maxCoeff();
  EXPECT_LT(found.rowwise().sum().cwiseAbs().maxCoeff(), 1e-9 * size);
  const Vector degree = weights.rowwise().sum();
  EXPECT_LT((degree.transpose() * found).cwiseAbs().maxCoeff(), 1e-9 * size * degree.sum());
}

}  // namespace poisson_learning_test
}  // namespace sosi
