// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/graph/class_graphs.hpp"

#include <gtest/gtest.h>

#include "problems.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace class_graphs_test {

using testing::all_rows;
using testing::random_matrix;

struct Problem {
  explicit Problem(Index n) : samples(random_matrix(n, 3, 11)) {
    ThreadPool threads(1);
    distances = squared_distances(samples, all_rows(samples), threads);
    for (Index i = 0; i < n; ++i) classes.push_back(static_cast<int>(i * i % 3));
  }

  Matrix samples;
  Matrix distances;
  std::vector<int> classes;
};

// Whether fewer than k rows of the wanted kind are nearer to i than j is; the definition, counted.
bool is_near(const Problem& problem, Index i, Index j, int k) {
  const bool same = problem.classes[i] == problem.classes[j];
  int n_nearer = 0;
  for (Index other = 0; other < problem.distances.rows(); ++other) {
    if (other == i || (problem.classes[other] == problem.classes[i]) != same) continue;
    if (problem.distances(i, other) < problem.distances(i, j)) ++n_nearer;
  }
  return n_nearer < k;
}

TEST(ClassGraphs, JoinWhenEitherIsAmongTheOthersNearest) {
  const Problem problem(30);
  GraphOptions options;
  options.n_neighbors_within = 3;
  options.n_neighbors_between = 2;
  options.heat = 2.5;
  const ClassGraphs graphs = class_graphs(problem.distances, problem.classes, options);
  const Matrix within(graphs.within);
  const Matrix between(graphs.between);
  for (Index i = 0; i < 30; ++i) {
    for (Index j = 0; j < 30; ++j) {
      const bool same = problem.classes[i] == problem.classes[j];
      const int k = same ? 3 : 2;
      const bool joined = i != j && (is_near(problem, i, j, k) || is_near(problem, j, i, k));
      const double weight = joined ? std::exp(-problem.distances(i, j) / 2.5) : 0.0;
      EXPECT_DOUBLE_EQ(within(i, j), same ? weight : 0.0);
      EXPECT_DOUBLE_EQ(between(i, j), same ? 0.0 : weight);
    }
  }
}

TEST(ClassGraphs, AdaptiveJoinsTheMoreSimilarThanAverage) {
  const Problem problem(25);
  GraphOptions options;
  options.neighborhood = Neighborhood::adaptive;
  const ClassGraphs graphs = class_graphs(problem.distances, problem.classes, options);
  EXPECT_DOUBLE_EQ(graphs.heat, median_distances(problem.distances).squared_distance);
  const Matrix similarity = (-problem.distances.array() / graphs.heat).exp();
  const Matrix all = Matrix(graphs.within) + Matrix(graphs.between);
  for (Index i = 0; i < 25; ++i) {
    for (Index j = 0; j < 25; ++j) {
      const bool joined = i != j && (similarity(i, j) > similarity.row(i).mean() ||
                                     similarity(j, i) > similarity.row(j).mean());
      EXPECT_NEAR(all(i, j), joined ? similarity(i, j) : 0.0, 1e-15);
    }
  }
}

TEST(ClassGraphs, LaplacianIsSymmetricWithZeroSums) {
  const Problem problem(20);
  const SparseMatrix laplacian = graph_laplacian(class_graphs(problem.distances, problem.classes, {}).within);
  EXPECT_LT((laplacian * Vector::Ones(20)).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_EQ(Matrix(laplacian), Matrix(laplacian).transpose());
}

}  // namespace class_graphs_test
}  // namespace sosi
