// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/elimination.hpp"

#include <gtest/gtest.h>

#include "dense_oracle.hpp"
#include "problems.hpp"

namespace sosi {
namespace elimination_test {

using testing::random_matrix;

Matrix positive_definite(Index n) {
  const Matrix a = random_matrix(n, n, 61);
  return a * a.transpose() + 0.1 * Matrix::Identity(n, n);
}

// The factor, its columns computed so many at a time.
Matrix factor(Matrix a, Index step) {
  const Index n = a.rows();
  for (Index first = 0; first < n; first += step) {
    std::vector<FactorPanel> panels;
    const Index end = std::min(first + step, n);
    for (Index column = first; column < end; column += kPanel) {
      const Index count = std::min(kPanel, end - column);
      panels.emplace_back();
      if (!factor_panel({&a(column, 0), count, n}, column, panels.back())) return {};
      eliminate({a.data() + (column + count) * n, end - column - count, n}, {&panels.back(), 1});
    }
    eliminate({a.data() + end * n, n - end, n}, panels);
  }
  return a.triangularView<Eigen::Lower>();
}

TEST(Elimination, GivesTheCholeskyFactor) {
  for (const Index n : {1, 2, 15, 16, 17, 40, 300}) {
    const Matrix a = positive_definite(n);
    const Eigen::MatrixXd expected = testing::cholesky_factor(a);
    EXPECT_LT((factor(a, 64) - expected).norm(), 1e-10 * expected.norm()) << n;
  }
}

TEST(Elimination, HasTheSameBitsInWhateverStepsItIsDone) {
  const Matrix a = positive_definite(97);
  const Matrix expected = factor(a, 97);
  for (const Index step : {1, 3, 8, 16, 24, 50, 96}) EXPECT_EQ(factor(a, step), expected) << step;
}

TEST(Elimination, SaysWhenAPivotIsNotPositive) {
  Matrix a = positive_definite(40);
  a(30, 30) = -1.0;
  EXPECT_EQ(factor(a, 16).size(), 0);
}

TEST(Elimination, UsesRowsThatArePackedAgainLikeThoseJustComputed) {
  const Index n = 70;
  const Matrix lower = factor(positive_definite(n), n);
  Matrix row = random_matrix(3, n, 62);
  const Eigen::MatrixXd expected =
      lower.triangularView<Eigen::Lower>().solve(Eigen::MatrixXd(row.transpose())).transpose();
  Matrix copy = lower;
  std::vector<FactorPanel> panels;
  for (Index first = 0; first < n; first += kPanel) {
    panels.emplace_back();
    pack_panel({&copy(first, 0), std::min(kPanel, n - first), n}, first, panels.back());
  }
  eliminate({row.data(), 3, n}, panels);
  EXPECT_LT((row - expected).norm(), 1e-10 * expected.norm());
}

}  // namespace elimination_test
}  // namespace sosi
