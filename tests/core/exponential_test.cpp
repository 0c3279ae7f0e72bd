// SPDX-License-Identifier: BSD-3-Clause
#include "core/exponential.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sosi/core/random.hpp"

namespace sosi {
namespace {

// The distance to the true value in units of the last place.
double error_in_ulp(double x) {
  const long double truth = std::exp(static_cast<long double>(x));
  const auto nearest = static_cast<double>(truth);
  const double unit = std::nextafter(nearest, std::numeric_limits<double>::infinity()) - nearest;
  return static_cast<double>(std::abs(static_cast<long double>(exp_of_nonpositive(x)) - truth)) / unit;
}

TEST(Exponential, IsWithinTwoUnitsInTheLastPlace) {
  Random random(3);
  for (int i = 0; i < 200'000; ++i) {
    EXPECT_LE(error_in_ulp(-745.0 * random.uniform()), 2.0);
    EXPECT_LE(error_in_ulp(-std::exp(random.uniform(-40.0, 3.0))), 2.0);
  }
}

TEST(Exponential, IsExactAtItsEnds) {
  EXPECT_EQ(exp_of_nonpositive(0.0), 1.0);
  EXPECT_EQ(exp_of_nonpositive(-1e-300), 1.0);
  EXPECT_EQ(exp_of_nonpositive(-745.1), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(exp_of_nonpositive(-746.0), 0.0);
  EXPECT_EQ(exp_of_nonpositive(-std::numeric_limits<double>::infinity()), 0.0);
}

}  // namespace
}  // namespace sosi
