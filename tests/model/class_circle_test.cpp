// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/class_circle.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace sosi {
namespace class_circle_test {

Matrix sure_of_each_class(Index n_classes, Index n_samples) {
  Matrix probabilities = Matrix::Zero(n_samples, n_classes);
  for (Index i = 0; i < n_samples; ++i) probabilities(i, i % n_classes) = 1.0;
  return probabilities;
}

TEST(ClassCircle, HasCertainSamplesInDisksThatDoNotMeet) {
  for (const Index n_classes : {2, 3, 10, 100}) {
    const Matrix probabilities = sure_of_each_class(n_classes, 7 * n_classes);
    const ClassCircle circle = class_circle(probabilities);
    EXPECT_LT((circle.corners.rowwise().norm().array() - 1.0).abs().maxCoeff(), 1e-12);
    for (Index i = 0; i < probabilities.rows(); ++i) {
      EXPECT_LE((circle.places.row(i) - circle.corners.row(i % n_classes)).norm(), circle.radius);
    }
    for (Index c = 1; c < n_classes; ++c) {
      EXPECT_GT((circle.corners.row(c) - circle.corners.row(0)).norm(), 2.0 * circle.radius);
    }
  }
}

TEST(ClassCircle, HasDoubtfulSamplesBetweenTheirClasses) {
  Matrix probabilities = sure_of_each_class(4, 9);
  probabilities.row(8) << 0.5, 0.0, 0.5, 0.0;
  const ClassCircle circle = class_circle(probabilities);
  const Matrix middle = 0.5 * (circle.corners.row(0) + circle.corners.row(2));
  EXPECT_LE((circle.places.row(8) - middle).norm(), 0.5 * circle.radius);
}

TEST(ClassCircle, KeepsTheOrderOfClassesThatAreNotConfused) {
  EXPECT_EQ(class_circle(sure_of_each_class(5, 40)).order, (std::vector<int>{0, 1, 2, 3, 4}));
  Matrix hardly = sure_of_each_class(5, 40);
  hardly.col(0).array() += 0.001;
  EXPECT_EQ(class_circle(hardly).order, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(ClassCircle, HasConfusedClassesSideBySide) {
  Matrix probabilities = sure_of_each_class(6, 60);
  for (Index i = 0; i < 12; ++i) probabilities.row(i) << 0.5, 0.0, 0.0, 0.5, 0.0, 0.0;
  for (Index i = 12; i < 20; ++i) probabilities.row(i) << 0.0, 0.0, 0.0, 0.5, 0.0, 0.5;
  const std::vector<int> order = class_circle(probabilities).order;
  EXPECT_EQ(order, (std::vector<int>{0, 3, 5, 1, 2, 4}));
}

TEST(ClassCircle, DrawsNothingForNoSamples) {
  const ClassCircle circle = class_circle(Matrix(0, 3));
  EXPECT_EQ(circle.places.rows(), 0);
  EXPECT_EQ(circle.corners.rows(), 3);
}

}  // namespace class_circle_test
}  // namespace sosi
