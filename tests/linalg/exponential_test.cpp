// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/exponential.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "kernel/gaussian_sum.hpp"
#include "sosi/core/random.hpp"

namespace sosi {
namespace exponential_test {

// The distance of a value to exp(x) in units of the last place.
double error_in_ulp(double value, double x) {
  const long double truth = std::exp(static_cast<long double>(x));
  const auto nearest = static_cast<double>(truth);
  const double unit = std::nextafter(nearest, std::numeric_limits<double>::infinity()) - nearest;
  return static_cast<double>(std::abs(static_cast<long double>(value) - truth)) / unit;
}

TEST(Exponential, IsWithinTwoUnitsInTheLastPlace) {
  Random random(3);
  for (int i = 0; i < 200'000; ++i) {
    for (const double x : {-745.0 * random.uniform(), -std::exp(random.uniform(-40.0, 3.0))}) {
      EXPECT_LE(error_in_ulp(exp_of_nonpositive(x), x), 2.0);
    }
  }
}

// The same as the kernels compute it, with the instruction set of this process.
TEST(Exponential, IsWithinTwoUnitsInTheLastPlaceWhereItIsVectorized) {
  Random random(4);
  std::vector<double> x(200'000);
  for (double& one : x) one = random.uniform() < 0.5 ? -745.0 * random.uniform() : -40.0 * random.uniform();
  std::vector<double> values(x);
  for (double& value : values) value = -value;
  to_kernel(values.data(), std::ssize(values), -1.0);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LE(error_in_ulp(values[i], x[i]), 2.0);
}

TEST(Exponential, IsExactAtItsEnds) {
  EXPECT_EQ(exp_of_nonpositive(0.0), 1.0);
  EXPECT_EQ(exp_of_nonpositive(-1e-300), 1.0);
  EXPECT_EQ(exp_of_nonpositive(-745.1), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(exp_of_nonpositive(-746.0), 0.0);
  EXPECT_EQ(exp_of_nonpositive(-std::numeric_limits<double>::infinity()), 0.0);
  EXPECT_EQ(exp_of_nonpositive(-1e300), 0.0);
  EXPECT_TRUE(std::isnan(exp_of_nonpositive(std::numeric_limits<double>::quiet_NaN())));
}

}  // namespace exponential_test
}  // namespace sosi
