// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/classify/nearest_embedding.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "problems.hpp"

namespace sosi {
namespace nearest_embedding_test {

TEST(ClassifyNearest, IsTheDefinitionByBruteForce) {
  const Matrix labeled = testing::random_matrix(40, 3, 71);
  const Matrix points = testing::random_matrix(150, 3, 72);
  std::vector<int> classes;
  for (int i = 0; i < 40; ++i) classes.push_back(i * 7 % 5);
  for (int n = 1; n <= 3; ++n) {
    ThreadPool threads(n);
    const Classification found = classify_nearest(points, labeled, classes, threads);
    for (Index i = 0; i < points.rows(); ++i) {
      const Vector distances = (labeled.rowwise() - points.row(i)).rowwise().norm();
      Index nearest = 0;
      const double near = distances.minCoeff(&nearest);
      double other = std::numeric_limits<double>::infinity();
      for (Index j = 0; j < 40; ++j) {
        if (classes[j] != classes[nearest]) other = std::min(other, distances(j));
      }
      EXPECT_EQ(found.classes[i], classes[nearest]);
      EXPECT_NEAR(found.confidence[i], other / near, 1e-12 * other / near);
    }
  }
}

TEST(ClassifyNearest, TiesGoToTheSmallerRowAndZeroDistanceIsInfinitelySure) {
  ThreadPool threads(1);
  Matrix labeled(3, 1);
  labeled << 1, -1, 5;
  const std::vector<int> classes = {1, 0, 0};
  Matrix points(2, 1);
  points << 0, 5;
  const Classification found = classify_nearest(points, labeled, classes, threads);
  EXPECT_EQ(found.classes, (std::vector<int>{1, 0}));
  EXPECT_EQ(found.confidence[0], 1.0);
  EXPECT_EQ(found.confidence[1], std::numeric_limits<double>::infinity());
}

TEST(ClassifyNearest, ARowsResultDependsOnThatRowAlone) {
  ThreadPool threads(2);
  const Matrix labeled = testing::random_matrix(150, 25, 73);
  const Matrix points = testing::random_matrix(101, 25, 74);
  std::vector<int> classes;
  for (int i = 0; i < 150; ++i) classes.push_back(i % 4);
  const Classification found = classify_nearest(points, labeled, classes, threads);
  for (Index i = 0; i < points.rows(); ++i) {
    const Classification alone = classify_nearest(points.row(i), labeled, classes, threads);
    EXPECT_EQ(alone.classes[0], found.classes[i]);
    EXPECT_EQ(alone.confidence[0], found.confidence[i]);
  }
}

TEST(ClassifyNearest, SeesTiesAcrossItsTiles) {
  ThreadPool threads(1);
  const Matrix labeled = Matrix::Ones(300, 2);
  std::vector<int> classes(300, 3);
  classes[299] = 1;
  const Classification found = classify_nearest(Matrix::Zero(1, 2), labeled, classes, threads);
  EXPECT_EQ(found.classes[0], 3);
  EXPECT_EQ(found.confidence[0], 1.0);
}

TEST(NearestByClass, IsTheDefinitionByBruteForce) {
  const Matrix labeled = testing::random_matrix(40, 3, 71);
  const Matrix points = testing::random_matrix(150, 3, 72);
  std::vector<int> classes;
  for (int i = 0; i < 40; ++i) classes.push_back(i * 7 % 5);
  for (int n = 1; n <= 3; ++n) {
    ThreadPool threads(n);
    const Matrix found = nearest_by_class(points, labeled, classes, threads);
    const Classification decided = classify_nearest(points, labeled, classes, threads);
    ASSERT_EQ(found.cols(), 5);
    for (Index i = 0; i < points.rows(); ++i) {
      Vector expected = Vector::Constant(5, std::numeric_limits<double>::infinity());
      for (Index j = 0; j < 40; ++j) {
        expected(classes[j]) = std::min(expected(classes[j]), (labeled.row(j) - points.row(i)).squaredNorm());
      }
      EXPECT_TRUE(found.row(i).transpose().isApprox(expected, 1e-12));
      Index nearest = 0;
      found.row(i).minCoeff(&nearest);
      EXPECT_EQ(nearest, decided.classes[i]);
    }
  }
}

TEST(ClassShares, FallWithTheSquaredDistanceAndAddUpToOne) {
  Matrix squared_distances(3, 3);
  squared_distances << 1, 2, 4, 0, 3, 5, 1e-320, 1e300, 1e-320;
  const Matrix shares = class_shares(squared_distances);
  EXPECT_TRUE(shares.row(0).isApprox(Eigen::RowVector3d(4, 2, 1) / 7, 1e-15));
  EXPECT_EQ(Eigen::RowVector3d(shares.row(1)), Eigen::RowVector3d(1, 0, 0));
  EXPECT_TRUE(shares.row(2).isApprox(Eigen::RowVector3d(0.5, 0, 0.5), 1e-15));
}

}  // namespace nearest_embedding_test
}  // namespace sosi
