// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/extend/extension.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "dense_oracle.hpp"
#include "problems.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace extension_test {

using testing::random_matrix;

Matrix extended(const Matrix& samples, const Matrix& coordinates, const Matrix& points, const char* method,
                const OptionTexts& knobs, ThreadPool& threads) {
  const Embedding embedding{coordinates};
  return extend({span_of(samples), &embedding}, method, knobs, threads)
      .extension->evaluate(points, threads)
      .values;
}

OptionTexts lle_knobs(int n_neighbors, double regularization) {
  return {{"lle_neighbors", OptionText<int>::format(n_neighbors)},
          {"lle_regularization", OptionText<double>::format(regularization)}};
}

class ExtensionTest : public ::testing::Test {
 protected:
  Matrix samples_ = random_matrix(60, 4, 11);
  Matrix coordinates_ = random_matrix(60, 3, 12);
  Matrix points_ = random_matrix(45, 4, 13);
  ThreadPool threads_{1};

  Matrix by_lle(const Matrix& points, const OptionTexts& knobs = {}) {
    return extended(samples_, coordinates_, points, "lle", knobs, threads_);
  }
  Matrix by_nystrom(const Matrix& points, const OptionTexts& knobs = {}) {
    return extended(samples_, coordinates_, points, "nystrom-modified", knobs, threads_);
  }
};

TEST_F(ExtensionTest, LleSolvesTheConstrainedLeastSquaresProblem) {
  const Matrix found = by_lle(points_, lle_knobs(6, 1e-3));
  for (Index i = 0; i < points_.rows(); ++i) {
    const Vector distances = (samples_.rowwise() - points_.row(i)).rowwise().squaredNorm();
    Indices order = testing::all_rows(samples_);
    std::ranges::sort(order, {}, [&](Index j) { return distances(j); });
    order.resize(6);
    const Matrix differences = samples_(order, Eigen::all).rowwise() - points_.row(i);
    Matrix gram = differences * differences.transpose();
    gram.diagonal().array() += 1e-3 * gram.trace() / 6.0;
    // Stationary point of w'Gw/2 + multiplier (1'w - 1).
    Matrix system = Matrix::Ones(7, 7);
    system.topLeftCorner(6, 6) = gram;
    system(6, 6) = 0.0;
    const Vector weights = testing::solved(system, Vector::Unit(7, 6)).col(0).head(6);
    const Eigen::RowVectorXd expected = weights.transpose() * coordinates_(order, Eigen::all);
    EXPECT_LT((found.row(i) - expected).norm(), 1e-9 * (1.0 + expected.norm()));
  }
}

TEST_F(ExtensionTest, LleReproducesAffineFunctionsWhereNeighborsSpanTheSpace) {
  const Matrix slope = random_matrix(4, 2, 14);
  const Eigen::RowVectorXd offset = random_matrix(1, 2, 15).row(0);
  const Matrix images = (samples_ * slope).rowwise() + offset;
  const Matrix expected = (points_ * slope).rowwise() + offset;
  const Matrix found = extended(samples_, images, points_, "lle", lle_knobs(12, 1e-11), threads_);
  EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-8);
}

TEST_F(ExtensionTest, ConstantsStayConstant) {
  const Matrix constant = Matrix::Constant(60, 1, 7.0);
  EXPECT_LT((extended(samples_, constant, points_, "lle", {}, threads_).array() - 7.0).abs().maxCoeff(),
            1e-11);
  EXPECT_LT((extended(samples_, constant, points_, "nystrom-modified", {}, threads_).array() - 7.0)
                .abs()
                .maxCoeff(),
            1e-12);
}

TEST_F(ExtensionTest, LleIsDefinedWhereSamplesCoincide) {
  const Matrix equal = Matrix::Constant(3, 4, 2.0);
  Matrix coordinates(3, 1);
  coordinates << 1, 2, 6;
  EXPECT_NEAR(extended(equal, coordinates, equal.topRows(1), "lle", lle_knobs(3, 1e-3), threads_)(0, 0), 3.0,
              1e-12);
  const Matrix at_samples = by_lle(samples_, lle_knobs(3, 1e-9));
  EXPECT_LT((at_samples - coordinates_).cwiseAbs().maxCoeff(), 1e-6);
}

TEST_F(ExtensionTest, LleDoesNotDependOnUnits) {
  const Matrix expected = by_lle(points_);
  for (const double unit : {1e-140, 1e140}) {
    const Matrix found = extended(unit * samples_, coordinates_, unit * points_, "lle", {}, threads_);
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-9);
  }
}

TEST_F(ExtensionTest, MoreLleNeighborsThanSamplesMeansAll) {
  EXPECT_EQ(by_lle(points_, lle_knobs(1000, 1e-3)), by_lle(points_, lle_knobs(60, 1e-3)));
}

TEST_F(ExtensionTest, ModifiedNystromIsTheWeightedAverage) {
  const double heat = 0.7;
  const Matrix found = by_nystrom(points_, {{"nystrom_heat", OptionText<double>::format(heat)}});
  for (Index i = 0; i < points_.rows(); ++i) {
    const Vector weights =
        (-(samples_.rowwise() - points_.row(i)).rowwise().squaredNorm().array() / heat).exp();
    const Eigen::RowVectorXd expected = weights.transpose() * coordinates_ / weights.sum();
    EXPECT_LT((found.row(i) - expected).norm(), 1e-12);
  }
}

TEST_F(ExtensionTest, ModifiedNystromFarAwayIsTheNearestSample) {
  Matrix far = Matrix::Zero(1, 4);
  far(0, 0) = 1e6;
  Index nearest = 0;
  samples_.col(0).maxCoeff(&nearest);
  const Matrix found = by_nystrom(far);
  EXPECT_LT((found.row(0) - coordinates_.row(nearest)).norm(), 1e-9);
}

TEST_F(ExtensionTest, ModifiedNystromOfCoincidentSamplesIsTheirMean) {
  const Matrix equal = Matrix::Constant(60, 4, 2.0);
  const Matrix found = extended(equal, coordinates_, points_, "nystrom-modified", {}, threads_);
  EXPECT_LT((found.rowwise() - coordinates_.colwise().mean()).cwiseAbs().maxCoeff(), 1e-12);
}

TEST_F(ExtensionTest, ImpossibleArgumentsAreRefused) {
  EXPECT_THROW(by_lle(points_, lle_knobs(0, 1e-3)), InvalidInput);
  EXPECT_THROW(by_lle(points_, lle_knobs(5, 0.0)), InvalidInput);
  EXPECT_THROW(by_nystrom(points_, {{"nystrom_heat", OptionText<double>::format(0.0)}}), InvalidInput);
  EXPECT_THROW(by_lle(points_.leftCols(3)), InvalidInput);
  EXPECT_THROW(extended(samples_, coordinates_.topRows(59), points_, "nystrom-modified", {}, threads_),
               InvalidInput);
  EXPECT_THROW(
      extended(samples_.topRows(0), coordinates_.topRows(0), points_, "nystrom-modified", {}, threads_),
      InvalidInput);
}

}  // namespace extension_test
}  // namespace sosi
