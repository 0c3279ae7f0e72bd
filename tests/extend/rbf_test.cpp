// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/extend/rbf.hpp"

#include <gtest/gtest.h>

#include "problems.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {
namespace rbf_test {

// Points in the plane with a smooth function of them as coordinates.
Matrix smooth(const Matrix& points) {
  Matrix values(points.rows(), 2);
  values.col(0) = points.col(0).array().sin();
  values.col(1) = points.col(0).cwiseProduct(points.col(1));
  return values;
}

TEST(RbfExtension, GoesThroughItsPointsAndNearTheFunctionBetweenThem) {
  ThreadPool threads(2);
  const Matrix samples = testing::random_matrix(200, 2, 5);
  const RbfExtensionFit found = extend_by_rbf(samples, smooth(samples), {}, threads);
  EXPECT_EQ(found.diagnostics.n_shifts, 0);
  EXPECT_LT((found.map.evaluate(samples, threads) - smooth(samples)).cwiseAbs().maxCoeff(), 1e-6);
  const Matrix fresh = 0.5 * testing::random_matrix(100, 2, 6);
  EXPECT_LT((found.map.evaluate(fresh, threads) - smooth(fresh)).cwiseAbs().maxCoeff(), 0.05);
}

TEST(RbfExtension, AveragesTheCoordinatesOfEqualSamples) {
  ThreadPool threads(1);
  Matrix samples = testing::random_matrix(20, 3, 7);
  samples.row(11) = samples.row(4);
  samples.row(19) = samples.row(4);
  Matrix coordinates = testing::random_matrix(20, 2, 8);
  const RbfExtensionFit found = extend_by_rbf(samples, coordinates, {}, threads);
  EXPECT_EQ(found.n_duplicates, 2);
  EXPECT_EQ(found.map.n_centers(), 18);
  const Matrix mean = (coordinates.row(4) + coordinates.row(11) + coordinates.row(19)) / 3.0;
  EXPECT_LT((found.map.evaluate(samples.row(4), threads) - mean).norm(), 1e-8);
}

TEST(RbfExtension, StaysSolvableWithMoreSamplesThanTheRuleLooksAt) {
  ThreadPool threads(2);
  const Matrix samples = testing::random_matrix(700, 2, 9);
  const RbfExtensionFit found = extend_by_rbf(samples, smooth(samples), {}, threads);
  EXPECT_EQ(found.diagnostics.n_shifts, 0);
  EXPECT_LT(found.diagnostics.interpolation_error, 1e-4);
}

TEST(RbfExtension, RefusesWhatItCannotDo) {
  ThreadPool threads(1);
  const Matrix samples = testing::random_matrix(10, 2, 3);
  ScaleOptions by_ratio;
  by_ratio.scale.rule = ScaleRule::ratio;
  EXPECT_THROW(extend_by_rbf(samples, samples, by_ratio, threads), InvalidInput);
  const Matrix equal = Matrix::Ones(10, 2);
  EXPECT_THROW(extend_by_rbf(equal, samples, {}, threads), InvalidInput);
  EXPECT_THROW(extend_by_rbf(samples, samples.topRows(9), {}, threads), InvalidInput);
}

}  // namespace rbf_test
}  // namespace sosi
