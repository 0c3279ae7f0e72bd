// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/ledoit_wolf.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "linalg/lapack.hpp"
#include "problems.hpp"

namespace sosi {
namespace ledoit_wolf_test {

// By the definition, with all matrices: b² = sum over i of ||x_i x_i^T - S||²/N², d² = ||S - m I||².
Shrinkage by_definition(const Matrix& centered) {
  const auto n = static_cast<double>(centered.rows());
  const Index p = centered.cols();
  const Matrix covariance = centered.transpose() * centered / n;
  const double mean_variance = covariance.trace() / static_cast<double>(p);
  double error = 0.0;
  for (Index i = 0; i < centered.rows(); ++i) {
    const Matrix outer = centered.row(i).transpose() * centered.row(i);
    error += (outer - covariance).squaredNorm() / (n * n);
  }
  const double dispersion = (covariance - mean_variance * Matrix::Identity(p, p)).squaredNorm();
  return {std::min(error, dispersion) / dispersion, mean_variance};
}

TEST(LedoitWolf, IsTheDefinitionForWideAndTallSamples) {
  for (const auto& [rows, cols] : {std::pair<Index, Index>{12, 40}, {40, 12}, {20, 20}, {3, 500}, {300, 2}}) {
    SCOPED_TRACE(rows);
    Matrix samples = testing::random_matrix(rows, cols, 3);
    for (Index j = 0; j < cols; ++j) samples.col(j) *= 1.0 + 3.0 * static_cast<double>(j % 3);
    const Eigen::RowVectorXd mean = samples.colwise().mean();
    samples.rowwise() -= mean;
    const Shrinkage expected = by_definition(samples);
    const Shrinkage found = ledoit_wolf(samples, smaller_gram(samples));
    EXPECT_NEAR(found.shrinkage, expected.shrinkage, 1e-12);
    EXPECT_NEAR(found.mean_variance, expected.mean_variance, 1e-12 * expected.mean_variance);
    EXPECT_GT(found.shrinkage, 0.0);
  }
}

TEST(LedoitWolf, HasItsLimits) {
  const Matrix zeros = Matrix::Zero(5, 3);
  EXPECT_EQ(ledoit_wolf(zeros, smaller_gram(zeros)).mean_variance, 0.0);
  const Matrix one_feature = testing::random_matrix(9, 1, 4);
  EXPECT_EQ(ledoit_wolf(one_feature, smaller_gram(one_feature)).shrinkage, 0.0);
  // A covariance that is a multiple of the identity, with few samples: nothing but the identity is left.
  const Matrix sphere{{1.0, 0.0}, {-1.0, 0.0}, {0.0, 1.0}, {0.0, -1.0}};
  EXPECT_EQ(ledoit_wolf(sphere, smaller_gram(sphere)).shrinkage, 1.0);
}

TEST(LowRankFactor, GivesBackTheMatrixWithAsManyColumnsAsItsRank) {
  const Matrix thin = testing::random_matrix(60, 7, 5);
  const Matrix low = thin * thin.transpose();
  const Matrix factor = lapack::low_rank_factor(low);
  EXPECT_EQ(factor.cols(), 7);
  EXPECT_LT((factor * factor.transpose() - low).cwiseAbs().maxCoeff(), 1e-12 * low.diagonal().maxCoeff());
  Matrix full = low;
  full.diagonal().array() += 0.5;
  const Matrix whole = lapack::low_rank_factor(full);
  EXPECT_EQ(whole.cols(), 60);
  EXPECT_LT((whole * whole.transpose() - full).cwiseAbs().maxCoeff(), 1e-12 * full.diagonal().maxCoeff());
}

}  // namespace ledoit_wolf_test
}  // namespace sosi
