// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/graph/harmonic.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "dense_oracle.hpp"
#include "graph/harmonic_system.hpp"
#include "graph/neighbor_graph.hpp"
#include "problems.hpp"
#include "sosi/graph/class_graphs.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace harmonic_test {

// Q samples of three classes, every fifth with its label; the graph built from the definition.
struct Problem {
  explicit Problem(std::uint64_t seed, Index n = 90) : samples(testing::random_matrix(n, 3, seed)) {
    for (Index i = 0; i < n; ++i) {
      labels.push_back(i % 5 == 0 ? static_cast<int>(i / 5 % 3) : kUnlabeled);
      samples(i, 0) += 1.5 * static_cast<double>(i / 5 % 3);
    }
  }

  Matrix dense_graph(int n_neighbors, double heat) const {
    ThreadPool threads(1);
    const Indices all = testing::all_rows(samples);
    const Matrix distances = squared_distances(samples, all, threads);
    Matrix weights = Matrix::Zero(samples.rows(), samples.rows());
    for (const Index i : all) {
      for (const Index j : nearest_rows(distances, i, all, n_neighbors)) {
        weights(i, j) = weights(j, i) = std::exp(-distances(i, j) / heat);
      }
    }
    return weights;
  }

  Matrix samples;
  std::vector<int> labels;
};

// F with L_uu F = W_ul H by a dense factorization; labeled rows are indicators.
Matrix solve_densely(const Matrix& weights, const std::vector<int>& labels) {
  Indices labeled;
  Indices unlabeled;
  for (Index i = 0; i < weights.rows(); ++i) (labels[i] == kUnlabeled ? unlabeled : labeled).push_back(i);
  Matrix values = Matrix::Zero(weights.rows(), 3);
  for (const Index i : labeled) values(i, labels[i]) = 1.0;
  const Matrix laplacian = Matrix(weights.rowwise().sum().asDiagonal()) - weights;
  const Matrix system = laplacian(unlabeled, unlabeled);
  const Matrix given = weights(unlabeled, labeled) * values(labeled, Eigen::all);
  values(unlabeled, Eigen::all) = testing::solved(system, given);
  return values;
}

TEST(Harmonic, SolvesTheSystemOfItsGraph) {
  ThreadPool threads(2);
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const Problem problem(seed);
    for (const double heat : {0.3, 1.0, 100.0}) {
      const HarmonicResult found = classify_by_harmonic(problem.samples, problem.labels, {6, heat}, threads);
      ASSERT_TRUE(found.unreached.empty());
      const Matrix expected = solve_densely(problem.dense_graph(6, heat), problem.labels);
      EXPECT_LT((found.probabilities - expected).cwiseAbs().maxCoeff(), 1e-8);
      for (Index i = 0; i < expected.rows(); ++i) {
        Index best = 0;
        expected.row(i).maxCoeff(&best);
        EXPECT_EQ(found.classes[i], best);
      }
      EXPECT_EQ(found.n_neighbors, 6);
      EXPECT_EQ(found.heat, heat);
      EXPECT_EQ(found.n_held_out, 0);
    }
  }
}

TEST(Harmonic, LeaveOneOutIsWhatTheSystemWithoutTheLabelSays) {
  const Problem problem(6);
  const SparseMatrix graph = problem.dense_graph(5, 0.8).sparseView();
  Indices all(labeled_rows(problem.labels).size());
  std::iota(all.begin(), all.end(), Index{0});
  const Matrix found = HarmonicSystem(graph, problem.labels).leave_one_out(all);
  Index position = 0;
  for (Index row = 0; row < problem.samples.rows(); ++row) {
    if (problem.labels[row] == kUnlabeled) continue;
    std::vector<int> labels = problem.labels;
    labels[row] = kUnlabeled;
    const Matrix expected = solve_densely(Matrix(graph), labels);
    EXPECT_LT((found.row(position++) - expected.row(row)).norm(), 1e-9);
  }
  EXPECT_EQ(position, found.rows());
}

TEST(Harmonic, ValuesAreAveragesOfNeighbors) {
  ThreadPool threads(1);
  const Problem problem(7);
  for (const double heat : {0.1, 1.0, 1e6}) {
    const Matrix values =
        classify_by_harmonic(problem.samples, problem.labels, {5, heat}, threads).probabilities;
    const Matrix weights = problem.dense_graph(5, heat);
    for (Index i = 0; i < values.rows(); ++i) {
      if (problem.labels[i] != kUnlabeled) continue;
      EXPECT_LT((weights.row(i) / weights.row(i).sum() * values - values.row(i)).norm(), 1e-9);
    }
  }
}

// Weights that differ by hundreds of orders of magnitude.
TEST(Harmonic, ValuesAreProbabilitiesAtAnyHeat) {
  ThreadPool threads(1);
  const Problem problem(7);
  for (const double heat : {1e-300, 1e-6, 1e-4, 1e-3, 1e-2, 0.1, 1e300}) {
    const Matrix values =
        classify_by_harmonic(problem.samples, problem.labels, {5, heat}, threads).probabilities;
    EXPECT_GE(values.minCoeff(), 0.0);
    EXPECT_LT((values.rowwise().sum().array() - 1.0).abs().maxCoeff(), 1e-14);
  }
}

TEST(Harmonic, PartsWithoutALabelGetTheNearestOnesAndAreCounted) {
  ThreadPool threads(1);
  Matrix samples(8, 1);
  samples << 0, 1, 2, 10, 11, 100, 101, 102;
  const std::vector<int> labels = {0, -1, -1, -1, 1, -1, -1, -1};
  const HarmonicResult found = classify_by_harmonic(samples, labels, {1, 50.0}, threads);
  EXPECT_EQ(found.unreached.size(), 3U);
  EXPECT_EQ(found.classes, (std::vector<int>{0, 0, 0, 1, 1, 1, 1, 1}));
  for (Index i = 5; i < 8; ++i) EXPECT_EQ(found.probabilities(i, 1), 1.0);
}

TEST(Harmonic, WeightsThatUnderflowAreNoEdges) {
  ThreadPool threads(1);
  const Problem problem(8);
  const HarmonicResult found = classify_by_harmonic(problem.samples, problem.labels, {5, 1e-9}, threads);
  EXPECT_EQ(found.unreached.size(), 72U);
  EXPECT_LT((found.probabilities.rowwise().sum().array() - 1.0).abs().maxCoeff(), 1e-14);
}

TEST(Harmonic, MassNormalizationGivesClassesTheirShareOfTheLabels) {
  ThreadPool threads(1);
  // Two labels of class 0 at one end of a line, one of class 1 at the other.
  Matrix samples(7, 1);
  samples << 0, 1, 2, 3, 4, 5, 6.5;
  const std::vector<int> labels = {0, 0, -1, -1, -1, -1, 1};
  HarmonicOptions options{2, 1e9};
  const Matrix plain = classify_by_harmonic(samples, labels, options, threads).probabilities;
  options.harmonic_mass_normalization = true;
  const Matrix found = classify_by_harmonic(samples, labels, options, threads).probabilities;
  const Eigen::RowVectorXd masses = plain.middleRows(2, 4).colwise().sum();
  for (Index i = 2; i < 6; ++i) {
    const double odds = plain(i, 0) / plain(i, 1) * (2.0 / masses(0)) / (1.0 / masses(1));
    EXPECT_NEAR(found(i, 0) / found(i, 1), odds, 1e-10 * odds);
  }
}

TEST(Harmonic, ChoosesAGraphThatFollowsTheCurves) {
  ThreadPool threads(2);
  const testing::Curves curves = testing::make_curves(5, 80, 20, 21);
  const TrainingSet training = testing::partly_labeled(curves, 4);
  const HarmonicResult found = classify_by_harmonic(training.samples, training.labels.values, {}, threads);
  EXPECT_EQ(found.n_held_out, 20);
  EXPECT_LE(found.cross_validation_error, 0.2);
  EXPECT_LT(error_rate(found.classes, curves.classes, training.labels.values), 0.05);
  // One setting given, the other is still chosen.
  EXPECT_EQ(classify_by_harmonic(training.samples, training.labels.values, {8, {}}, threads).n_neighbors, 8);
  EXPECT_EQ(classify_by_harmonic(training.samples, training.labels.values, {{}, 0.5}, threads).heat, 0.5);
}

TEST(Harmonic, OneLabelAClassLeavesNothingToHoldOut) {
  ThreadPool threads(1);
  const testing::Curves curves = testing::make_curves(4, 40, 10, 22);
  const TrainingSet training = testing::partly_labeled(curves, 1);
  const HarmonicResult found = classify_by_harmonic(training.samples, training.labels.values, {}, threads);
  EXPECT_EQ(found.n_held_out, 0);
  EXPECT_EQ(found.n_neighbors, 3);
  const NeighborLists lists = nearest_neighbors(training.samples, 3, threads);
  EXPECT_DOUBLE_EQ(found.heat, 0.4 * local_heat(lists, 3));
}

TEST(Harmonic, EqualSamplesAndTinySetsAreDefined) {
  ThreadPool threads(1);
  const std::vector<int> labels = {0, 1, -1, -1, 0, 1, -1};
  const Matrix equal = Matrix::Constant(7, 2, 3.0);
  const HarmonicResult found = classify_by_harmonic(equal, labels, {}, threads);
  EXPECT_LT((found.probabilities.rowwise().sum().array() - 1.0).abs().maxCoeff(), 1e-14);
  const HarmonicResult alone = classify_by_harmonic(equal.topRows(1), std::vector<int>{0}, {}, threads);
  EXPECT_EQ(alone.classes, std::vector<int>{0});
}

TEST(Harmonic, NeighborListsAreTheDefinition) {
  ThreadPool threads(3);
  Matrix samples = testing::random_matrix(150, 5, 31);
  for (Index i = 20; i < 40; ++i) samples.row(i) = samples.row(0);  // more equal rows than neighbors
  const Indices all = testing::all_rows(samples);
  const Matrix distances = squared_distances(samples, all, threads);
  const NeighborLists found = nearest_neighbors(samples, 7, threads);
  EXPECT_EQ(nearest_by_distances(distances, 7, threads), found);
  for (const Index i : all) {
    const Indices expected = nearest_rows(distances, i, all, 7);
    ASSERT_EQ(found[i].size(), expected.size());
    for (std::size_t a = 0; a < expected.size(); ++a) {
      EXPECT_EQ(found[i][a], Neighbor(distances(i, expected[a]), expected[a]));
    }
  }
}

TEST(Harmonic, BitsDoNotDependOnThreads) {
  const Problem problem(9, 200);
  ThreadPool one(1);
  const HarmonicResult expected = classify_by_harmonic(problem.samples, problem.labels, {}, one);
  for (const int n : {2, 5}) {
    ThreadPool several(n);
    const HarmonicResult found = classify_by_harmonic(problem.samples, problem.labels, {}, several);
    EXPECT_EQ(found.probabilities, expected.probabilities);
    EXPECT_EQ(found.heat, expected.heat);
    EXPECT_EQ(found.n_neighbors, expected.n_neighbors);
  }
}

TEST(Harmonic, ImpossibleArgumentsAreRefused) {
  ThreadPool threads(1);
  const Problem problem(10);
  const auto refused = [&](const std::vector<int>& labels, const HarmonicOptions& options) {
    EXPECT_THROW(classify_by_harmonic(problem.samples, labels, options, threads), InvalidInput);
  };
  refused(problem.labels, {0, {}});
  refused(problem.labels, {{}, 0.0});
  refused(std::vector<int>(90, kUnlabeled), {});
  refused(std::vector<int>(90, -2), {});
  refused(std::vector<int>(89, 0), {});
}

}  // namespace harmonic_test
}  // namespace sosi
