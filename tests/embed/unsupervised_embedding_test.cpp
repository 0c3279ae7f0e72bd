// SPDX-License-Identifier: BSD-3-Clause
// Embeddings that ignore the classes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "embed/embed_problem.hpp"
#include "embed/neighbor_embedding.hpp"
#include "linalg/eigenproblem_dense.hpp"
#include "linalg/eigenproblem_sparse.hpp"

namespace sosi {
namespace unsupervised_embedding_test {

using testing::EmbedProblem;

constexpr double kTurn = 2.0 * std::numbers::pi;

// The corners of a regular polygon, each joined to the two beside it.
EmbedProblem polygon(Index n) {
  EmbedProblem problem(1, n, 2);
  Matrix corners(n, 2);
  for (Index i = 0; i < n; ++i) {
    const double angle = kTurn * static_cast<double>(i) / static_cast<double>(n);
    corners.row(i) << std::cos(angle), std::sin(angle);
  }
  problem.set_samples(corners);
  return problem;
}

// Equally spaced points on a line in space.
EmbedProblem line(Index n) {
  EmbedProblem problem(1, n, 3);
  const Eigen::RowVector3d direction(2.0 / 3.0, 2.0 / 3.0, 1.0 / 3.0);
  Matrix points(n, 3);
  for (Index i = 0; i < n; ++i) points.row(i) = static_cast<double>(i) * direction;
  problem.set_samples(points);
  return problem;
}

TEST(Eigenmaps, OfACycleHasItsFourierModes) {
  const EmbedProblem problem = polygon(12);
  const Embedding embedding = problem.embed_by("eigenmaps", 6, {{"n_neighbors", "2"}});
  // Degrees are equal, and eigenvalues of the normalized Laplacian 1 - cos(2 pi k/n), each twice.
  for (Index k = 0; k < 6; ++k) {
    const Index number = k / 2 + 1;
    const auto frequency = static_cast<double>(number);
    EXPECT_NEAR(embedding.eigenvalues(k), 1.0 - std::cos(kTurn * frequency / 12.0), 1e-13);
  }
  EXPECT_LT(embedding.coordinates.colwise().sum().cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Isomap, OfALineIsItsPositions) {
  const EmbedProblem problem = line(11);
  const Embedding embedding = problem.embed_by("isomap", 1, {{"n_neighbors", "2"}});
  const double sign = embedding.coordinates(0, 0) < 0.0 ? 1.0 : -1.0;
  for (Index i = 0; i < 11; ++i) {
    EXPECT_NEAR(embedding.coordinates(i, 0), sign * (static_cast<double>(i) - 5.0), 1e-12);
  }
  EXPECT_EQ(problem.refusal("isomap", 2),
            "n_components = 2: must be at most 1, the dimensions that the distances between the labeled "
            "samples span");
}

// Paths run along the polygon: B is circulant, its eigenvalues are Fourier coefficients of -1/2 g².
TEST(Isomap, OfAPolygonMeasuresAlongIt) {
  const EmbedProblem problem = polygon(11);
  const Embedding embedding = problem.embed_by("isomap", 2, {{"n_neighbors", "2"}});
  const double edge = 2.0 * std::sin(kTurn / 2.0 / 11.0);
  double expected = 0.0;
  for (int k = 0; k < 11; ++k) {
    const double length = edge * std::min(k, 11 - k);
    expected -= 0.5 * length * length * std::cos(kTurn * k / 11.0);
  }
  EXPECT_NEAR(embedding.eigenvalues(0), expected, 1e-12 * expected);
  EXPECT_NEAR(embedding.eigenvalues(1), expected, 1e-12 * expected);
}

TEST(Lle, OfALineIsAnAffineMapOfItsPositions) {
  const EmbedProblem problem = line(15);
  const Embedding embedding =
      problem.embed_by("lle", 1, {{"n_neighbors", "4"}, {"reconstruction_regularization", "1e-12"}});
  // Inner points are reconstructed exactly by the two beside them, the ends by extrapolation.
  const Vector y = embedding.coordinates.col(0);
  for (Index i = 1; i < 14; ++i) EXPECT_NEAR(y(i + 1) - y(i), y(i) - y(i - 1), 1e-6);
  EXPECT_NEAR(y.norm(), 1.0, 1e-12);
  EXPECT_NEAR(y.sum(), 0.0, 1e-12);
}

TEST(Mds, PreservesDistancesInAllDimensions) {
  const EmbedProblem problem(3, 10, 6);
  const Matrix y = problem.embed_by("mds", 6).coordinates;
  ThreadPool threads(1);
  const Matrix found = squared_distances(y, testing::all_rows(y), threads);
  EXPECT_LT((found - problem.distances).cwiseAbs().maxCoeff(), 1e-12 * problem.distances.maxCoeff());
  testing::expect_signs(y);
}

class Unsupervised : public ::testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(By, Unsupervised, ::testing::Values("eigenmaps", "isomap", "lle", "mds"),
                         [](const auto& method) { return method.param; });

TEST_P(Unsupervised, IgnoresTheClasses) {
  EmbedProblem problem(3, 10, 6);
  const Matrix before = problem.embed_by(GetParam(), 2).coordinates;
  for (int& of_class : problem.classes) of_class = 2 - of_class;
  EXPECT_EQ(before, problem.embed_by(GetParam(), 2).coordinates);
}

TEST_P(Unsupervised, TakesTwoSamplesAndRefusesMoreComponentsThanOne) {
  const EmbedProblem problem(2, 1, 4);
  const Matrix y = problem.embed_by(GetParam(), 1).coordinates;
  EXPECT_NEAR(y(0, 0), -y(1, 0), 1e-14 * std::abs(y(0, 0)));
  EXPECT_EQ(problem.refusal(GetParam(), 2),
            "n_components = 2: must be at most 1, the number of distinct labeled samples minus one");
}

TEST(Neighbors, OfSamplesInPartsConnectThemWhereTheyAreNearest) {
  EmbedProblem problem(2, 12, 6);
  Matrix apart = problem.samples;
  for (Index i = 0; i < apart.rows(); ++i) apart.row(i).array() += 100.0 * problem.classes[i];
  problem.set_samples(apart);
  for (const char* method : {"eigenmaps", "isomap", "lle"}) {
    EXPECT_EQ(problem.refusal(method, 2, {{"n_neighbors", "5"}}),
              "n_neighbors = 5: must be auto or larger, as the graph of the labeled samples is in 2 parts");
    EXPECT_EQ(problem.embed_by(method, 2).coordinates.rows(), 24);
  }
  // One edge joins the parts, where they are nearest.
  const LabeledNeighbors found =
      labeled_neighbors({span_of(problem.distances), problem.classes, 2}, NeighborOptions{});
  EXPECT_EQ(found.n_parts, 1);
  double least = problem.distances.maxCoeff();
  std::vector<double> bridges;
  for (Index i = 0; i < 24; ++i) {
    for (Index j = 0; j < 24; ++j) {
      if (problem.classes[i] != problem.classes[j]) least = std::min(least, problem.distances(i, j));
    }
    for (const auto& [squared_distance, j] : found.lists[i]) {
      if (problem.classes[i] != problem.classes[j]) bridges.push_back(squared_distance);
    }
  }
  EXPECT_EQ(bridges, (std::vector{least, least}));
}

// More samples than the dense solvers take.
TEST(Eigenproblem, IterativeSolversOfOtherEmbeddingsAgreeWithDenseOnes) {
  const Matrix y = testing::random_matrix(300, 5, 3) * Vector::LinSpaced(5, 5.0, 1.0).asDiagonal();
  Matrix gram = y * y.transpose();
  gram.diagonal().array() -= 40.0;  // eigenvalues of both signs
  const EigenPairs dense = largest_symmetric_dense(gram, {4});
  const EigenPairs iterative = largest_symmetric_iterative(gram, {4});
  EXPECT_LT((dense.values - iterative.values).cwiseAbs().maxCoeff(), 1e-9 * dense.values(0));
  for (Index k = 0; k < 4; ++k) {
    EXPECT_NEAR(std::abs(dense.vectors.col(k).dot(iterative.vectors.col(k))), 1.0, 1e-9);
  }
}

}  // namespace unsupervised_embedding_test
}  // namespace sosi
