// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/classify/nearest_embedding.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "problems.hpp"

namespace sosi {
namespace {

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

}  // namespace
}  // namespace sosi
