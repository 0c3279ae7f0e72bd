// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/simplex_projection.hpp"

#include <gtest/gtest.h>

#include "dense_oracle.hpp"
#include "problems.hpp"
#include "sosi/classify/manifold_projection.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace simplex_projection_test {

using testing::random_matrix;

// The shortest vector of the hull over all faces: the affine minimizer of every subset that has positive
// weights.
double shortest_by_enumeration(const Eigen::MatrixXd& points) {
  const auto n = static_cast<int>(points.rows());
  double best = std::numeric_limits<double>::infinity();
  for (int subset = 1; subset < (1 << n); ++subset) {
    Indices face;
    for (int i = 0; i < n; ++i) {
      if ((subset >> i & 1) != 0) face.push_back(i);
    }
    const auto m = static_cast<Index>(face.size());
    // Minimize |P^T w|² with 1^T w = 1 by its optimality system.
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(m + 1, m + 1);
    const Eigen::MatrixXd chosen = points(face, Eigen::all);
    system.topLeftCorner(m, m) = chosen * chosen.transpose();
    system.col(m).head(m).setOnes();
    system.row(m).head(m).setOnes();
    const Vector weights = testing::solved(system, Vector::Unit(m + 1, m)).col(0).head(m);
    if (weights.minCoeff() >= -1e-12) best = std::min(best, (chosen.transpose() * weights).norm());
  }
  return best;
}

TEST(NearestInHull, IsTheShortestOverAllFaces) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto n = static_cast<Index>(1 + seed % 6);
    const auto dimension = static_cast<Index>(1 + seed / 6 % 7);
    Random random(seed);
    const Eigen::MatrixXd points =
        random_matrix(n, dimension, 1000 + seed).array() + random.uniform(0.0, 1.5);
    const Vector weights = nearest_in_hull(points * points.transpose());
    EXPECT_GE(weights.minCoeff(), 0.0);
    EXPECT_NEAR(weights.sum(), 1.0, 1e-14);
    EXPECT_NEAR((points.transpose() * weights).norm(), shortest_by_enumeration(points), 1e-7) << seed;
  }
}

TEST(NearestInHull, SurvivesRepeatedAndCollinearPoints) {
  Eigen::MatrixXd points(4, 2);
  points << 1, 1, 1, 1, 2, 2, 1, 1 + 1e-9;
  const Vector weights = nearest_in_hull(points * points.transpose());
  EXPECT_NEAR(weights.sum(), 1.0, 1e-14);
  EXPECT_NEAR((points.transpose() * weights).norm(), std::sqrt(2.0), 1e-8);
  EXPECT_EQ(nearest_in_hull(Eigen::MatrixXd::Zero(3, 3)).sum(), 1.0);
}

TEST(ManifoldProjection, ResidualIsOrthogonalToTheFaceAndPointsAwayFromTheRest) {
  ThreadPool threads(1);
  const Matrix samples = random_matrix(30, 6, 81);
  const Matrix distances = squared_distances(samples, testing::all_rows(samples), threads);
  for (const Position i : position_range(0, 10)) {
    const ManifoldProjection projection = project_onto_manifold(distances, i, position_range(10, 30), 5);
    ASSERT_EQ(projection.neighbors.size(), 5U);
    Eigen::RowVectorXd point = Eigen::RowVectorXd::Zero(6);
    for (Index a = 0; a < 5; ++a) point += projection.weights(a) * samples.row(projection.neighbors[a]);
    const Eigen::RowVectorXd residual = samples.row(i) - point;
    for (Index a = 0; a < 5; ++a) {
      const double along = residual.dot(samples.row(projection.neighbors[a]) - point);
      EXPECT_LE(along, 1e-12);
      if (projection.weights(a) > 0.0) {
        EXPECT_NEAR(along, 0.0, 1e-12);
      }
    }
  }
}

}  // namespace simplex_projection_test
}  // namespace sosi
