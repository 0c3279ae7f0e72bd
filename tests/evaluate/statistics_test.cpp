// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/evaluate/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "sosi/core/errors.hpp"

namespace sosi {
namespace statistics_test {

TEST(Spread, IsThatOfASample) {
  const std::vector<double> values = {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0};
  EXPECT_DOUBLE_EQ(spread_of(values).mean, 5.0);
  EXPECT_DOUBLE_EQ(spread_of(values).deviation, std::sqrt(32.0 / 7.0));
  EXPECT_EQ(spread_of(std::vector{3.0}).deviation, 0.0);
  EXPECT_EQ(spread_of({}).n, 0);
}

// Pairs whose t statistic is the given one.
double p_value(int n_pairs, double t) {
  std::vector<double> a(n_pairs);
  for (int i = 0; i < n_pairs; ++i) a[i] = i;
  const Spread spread = spread_of(a);
  const double mean = t * spread.deviation / std::sqrt(static_cast<double>(n_pairs));
  for (double& value : a) value += mean - spread.mean;
  return paired_p_value(a, std::vector<double>(n_pairs, 0.0));
}

// Student's distribution has closed forms for few degrees of freedom.
TEST(PairedTest, AgreesWithClosedForms) {
  for (const double t : {0.1, 0.5, 1.0, 2.776, 10.0, 300.0}) {
    EXPECT_NEAR(p_value(2, t), 1.0 - 2.0 / std::numbers::pi * std::atan(t), 1e-13);
    EXPECT_NEAR(p_value(3, t), 1.0 - t / std::sqrt(2.0 + t * t), 1e-13);
    const double u = t / std::sqrt(4.0 + t * t);
    EXPECT_NEAR(p_value(5, t), 1.0 - 1.5 * (u - u * u * u / 3.0), 1e-13);
  }
}

TEST(PairedTest, KnowsWhenThereIsNothingToTell) {
  const std::vector<double> a = {0.1, 0.2, 0.3};
  EXPECT_EQ(paired_p_value(a, a), 1.0);
  EXPECT_EQ(paired_p_value(std::vector{1.0}, std::vector{2.0}), 1.0);
  EXPECT_EQ(paired_p_value(std::vector{1.0, 2.0}, std::vector{2.0, 3.0}), 0.0);
  EXPECT_THROW(paired_p_value(a, std::vector{1.0}), InvalidInput);
}

}  // namespace statistics_test
}  // namespace sosi
