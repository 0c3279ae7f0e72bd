// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/extend/extension.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>

#include "problems.hpp"
#include "sosi/extend/lle.hpp"
#include "sosi/extend/nystrom.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace {

using testing::random_matrix;

class Extension : public ::testing::Test {
 protected:
  Matrix samples_ = random_matrix(60, 4, 11);
  Matrix coordinates_ = random_matrix(60, 3, 12);
  Matrix points_ = random_matrix(45, 4, 13);
  EmbeddedSamples embedded_{samples_, coordinates_};
  ThreadPool threads_{1};
};

TEST_F(Extension, LleSolvesTheConstrainedLeastSquaresProblem) {
  const LleOptions options{6, 1e-3};
  const Matrix found = extend_by_lle(embedded_, points_, options, threads_);
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
    const Vector weights = system.fullPivLu().solve(Vector::Unit(7, 6)).head(6);
    const Eigen::RowVectorXd expected = weights.transpose() * coordinates_(order, Eigen::all);
    EXPECT_LT((found.row(i) - expected).norm(), 1e-9 * (1.0 + expected.norm()));
  }
}

TEST_F(Extension, LleReproducesAffineFunctionsWhereNeighborsSpanTheSpace) {
  const Matrix slope = random_matrix(4, 2, 14);
  const Eigen::RowVectorXd offset = random_matrix(1, 2, 15).row(0);
  const Matrix images = (samples_ * slope).rowwise() + offset;
  const Matrix expected = (points_ * slope).rowwise() + offset;
  const Matrix found = extend_by_lle({samples_, images}, points_, {12, 1e-11}, threads_);
  EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-8);
}

TEST_F(Extension, ConstantsStayConstant) {
  const Matrix constant = Matrix::Constant(60, 1, 7.0);
  EXPECT_LT((extend_by_lle({samples_, constant}, points_, {}, threads_).array() - 7.0).abs().maxCoeff(),
            1e-11);
  EXPECT_LT((extend_by_nystrom({samples_, constant}, points_, {}, threads_).array() - 7.0).abs().maxCoeff(),
            1e-12);
}

TEST_F(Extension, LleIsDefinedWhereSamplesCoincide) {
  const Matrix equal = Matrix::Constant(3, 4, 2.0);
  Matrix coordinates(3, 1);
  coordinates << 1, 2, 6;
  EXPECT_NEAR(extend_by_lle({equal, coordinates}, equal.topRows(1), {3, 1e-3}, threads_)(0, 0), 3.0, 1e-12);
  const Matrix at_samples = extend_by_lle(embedded_, samples_, {3, 1e-9}, threads_);
  EXPECT_LT((at_samples - coordinates_).cwiseAbs().maxCoeff(), 1e-6);
}

TEST_F(Extension, LleDoesNotDependOnUnits) {
  const Matrix expected = extend_by_lle(embedded_, points_, {}, threads_);
  for (const double unit : {1e-140, 1e140}) {
    const Matrix found = extend_by_lle({unit * samples_, coordinates_}, unit * points_, {}, threads_);
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-9);
  }
}

TEST_F(Extension, MoreLleNeighborsThanSamplesMeansAll) {
  EXPECT_EQ(extend_by_lle(embedded_, points_, {1000, 1e-3}, threads_),
            extend_by_lle(embedded_, points_, {60, 1e-3}, threads_));
}

TEST_F(Extension, NystromIsTheWeightedAverage) {
  const double heat =
      median_distances(squared_distances(samples_, testing::all_rows(samples_), threads_)).squared_distance;
  const Matrix found = extend_by_nystrom(embedded_, points_, {}, threads_);
  for (Index i = 0; i < points_.rows(); ++i) {
    const Vector weights =
        (-(samples_.rowwise() - points_.row(i)).rowwise().squaredNorm().array() / heat).exp();
    const Eigen::RowVectorXd expected = weights.transpose() * coordinates_ / weights.sum();
    EXPECT_LT((found.row(i) - expected).norm(), 1e-12);
  }
  EXPECT_EQ(nystrom_heat(samples_, {}, threads_), heat);
  EXPECT_EQ(found, extend_by_nystrom(embedded_, points_, {heat}, threads_));
  EXPECT_EQ(found, extend_with_heat(embedded_, points_, heat, threads_));
}

TEST_F(Extension, NystromFarAwayIsTheNearestSample) {
  Matrix far = Matrix::Zero(1, 4);
  far(0, 0) = 1e6;
  Index nearest = 0;
  samples_.col(0).maxCoeff(&nearest);
  const Matrix found = extend_by_nystrom(embedded_, far, {}, threads_);
  EXPECT_LT((found.row(0) - coordinates_.row(nearest)).norm(), 1e-9);
}

TEST_F(Extension, NystromOfCoincidentSamplesIsTheirMean) {
  const Matrix equal = Matrix::Constant(60, 4, 2.0);
  const Matrix found = extend_by_nystrom({equal, coordinates_}, points_, {}, threads_);
  EXPECT_LT((found.rowwise() - coordinates_.colwise().mean()).cwiseAbs().maxCoeff(), 1e-12);
}

TEST_F(Extension, BitsDependOnTheRowAlone) {
  const Matrix by_lle = extend_by_lle(embedded_, points_, {}, threads_);
  const Matrix by_nystrom = extend_by_nystrom(embedded_, points_, {}, threads_);
  ThreadPool three(3);
  EXPECT_EQ(extend_by_lle(embedded_, points_, {}, three), by_lle);
  EXPECT_EQ(extend_by_nystrom(embedded_, points_, {}, three), by_nystrom);
  for (Index i = 0; i < points_.rows(); ++i) {
    EXPECT_EQ(extend_by_lle(embedded_, points_.row(i), {}, three), by_lle.row(i));
    EXPECT_EQ(extend_by_nystrom(embedded_, points_.row(i), {}, three), by_nystrom.row(i));
  }
}

TEST_F(Extension, ImpossibleArgumentsAreRefused) {
  EXPECT_THROW(extend_by_lle(embedded_, points_, {0, 1e-3}, threads_), InvalidInput);
  EXPECT_THROW(extend_by_lle(embedded_, points_, {5, 0.0}, threads_), InvalidInput);
  EXPECT_THROW(extend_by_nystrom(embedded_, points_, {0.0}, threads_), InvalidInput);
  EXPECT_THROW(extend_by_lle(embedded_, points_.leftCols(3), {}, threads_), InvalidInput);
  EXPECT_THROW(extend_by_nystrom({samples_, coordinates_.topRows(59)}, points_, {}, threads_), InvalidInput);
  EXPECT_THROW(extend_by_nystrom({samples_.topRows(0), coordinates_.topRows(0)}, points_, {}, threads_),
               InvalidInput);
}

}  // namespace
}  // namespace sosi
