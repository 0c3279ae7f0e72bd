// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace sosi {
namespace {

TEST(Random, SameSeedSameStreamOtherSeedAnother) {
  Random a(1);
  Random b(1);
  Random c(2);
  for (int i = 0; i < 100; ++i) {
    const auto value = a.next();
    EXPECT_EQ(value, b.next());
    EXPECT_NE(value, c.next());
  }
}

TEST(Random, MomentsAreThoseOfTheDistributions) {
  Random random(3);
  constexpr int n = 200000;
  double sum = 0.0;
  double normal_sum = 0.0;
  double normal_square = 0.0;
  std::vector<int> counts(5, 0);
  for (int i = 0; i < n; ++i) {
    sum += random.uniform();
    const double z = random.normal();
    normal_sum += z;
    normal_square += z * z;
    ++counts[random.below(5)];
  }
  // Six standard errors.
  EXPECT_NEAR(sum / n, 0.5, 6.0 * std::sqrt(1.0 / 12.0 / n));
  EXPECT_NEAR(normal_sum / n, 0.0, 6.0 / std::sqrt(n));
  EXPECT_NEAR(normal_square / n, 1.0, 6.0 * std::sqrt(2.0 / n));
  for (const int count : counts) EXPECT_NEAR(count, n / 5.0, 6.0 * std::sqrt(n * 0.16));
}

TEST(Random, ShuffleIsAPermutation) {
  Random random(4);
  std::vector<int> items = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  std::vector<int> shuffled = items;
  random.shuffle(shuffled);
  EXPECT_NE(shuffled, items);
  std::ranges::sort(shuffled);
  EXPECT_EQ(shuffled, items);
}

}  // namespace
}  // namespace sosi
