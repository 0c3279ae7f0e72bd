// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/dot.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "problems.hpp"

namespace sosi {
namespace dot_test {

// The error is at most n units of rounding of the sum of the terms' sizes, in whatever order they are added.
TEST(Dot, IsTheSumOfTheProductsForAllLengths) {
  const Vector a = testing::random_matrix(1, 300, 7).transpose();
  const Vector b = testing::random_matrix(1, 300, 8).transpose();
  for (Index n = 0; n <= 300; ++n) {
    long double sum = 0.0L;
    long double sizes = 0.0L;
    for (Index l = 0; l < n; ++l) {
      const long double term = static_cast<long double>(a(l)) * b(l);
      sum += term;
      sizes += std::abs(term);
    }
    const double bound = std::numeric_limits<double>::epsilon() * static_cast<double>(n) / 2.0;
    EXPECT_NEAR(dot(a.data(), b.data(), n), static_cast<double>(sum), bound * static_cast<double>(sizes))
        << n;
  }
}

}  // namespace dot_test
}  // namespace sosi
