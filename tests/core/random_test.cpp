// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace sosi {
namespace random_test {

// By a transcription of Blackman and Vigna's reference code that gives their own check values: xoshiro256++
// from the state 1, 2, 3, 4 begins with 41943041, SplitMix64 from 1234567 with 6457827717110365317.
TEST(Random, GivesTheKnownNumbers) {
  struct Known {
    std::uint64_t seed;
    std::vector<std::uint64_t> numbers;
  };
  const Known all[] = {
      {0, {0x53175d61490b23df, 0x61da6f3dc380d507, 0x5c0fdf91ec9a7bfc, 0x02eebf8c3bbe5e1a}},
      {1, {0xcfc5d07f6f03c29b, 0xbf424132963fe08d, 0x19a37d5757aaf520, 0xbf08119f05cd56d6}},
      {42, {0xd0764d4f4476689f, 0x519e4174576f3791, 0xfbe07cfb0c24ed8c, 0xb37d9f600cd835b8}},
      {~std::uint64_t{0}, {0x56ccf8ce948e27b2, 0xe68588432e5a5b90, 0xe3e9b5a48119ca8b, 0x460f19495532ae73}},
  };
  for (const auto& [seed, numbers] : all) {
    Random random(seed);
    for (const std::uint64_t number : numbers) EXPECT_EQ(random.next(), number) << seed;
  }
  Random late(42);
  for (int i = 1; i < 1000; ++i) late.next();
  EXPECT_EQ(late.next(), 0xa3ed059c1cc38790);
}

TEST(Random, DerivesKnownValuesFromThem) {
  Random uniform(42);
  for (const double value : {0.8143051451229099, 0.3188210400616611, 0.9838941681774888})
    EXPECT_EQ(uniform.uniform(), value);
  Random below(42);  // half of the numbers are refused here
  for (const std::uint64_t value : {5797906573132458142U, 8926271879130705291U, 3710296902904329655U})
    EXPECT_EQ(below.below((std::uint64_t{1} << 63U) + 1), value);
  Random normal(42);  // the C library's logarithm and cosine may differ in the last bits
  for (const double value : {-0.7689930538210061, -0.8684461074702454, -1.5109749830006707})
    EXPECT_NEAR(normal.normal(), value, 1e-14);
  Random shuffle(42);
  std::vector<int> items(10);
  std::iota(items.begin(), items.end(), 0);
  shuffle.shuffle(items);
  EXPECT_EQ(items, (std::vector<int>{6, 9, 7, 8, 0, 5, 3, 4, 2, 1}));
}

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
  constexpr int kDraws = 200000;
  double sum = 0.0;
  double normal_sum = 0.0;
  double normal_square = 0.0;
  std::vector<int> counts(5, 0);
  for (int i = 0; i < kDraws; ++i) {
    sum += random.uniform();
    const double z = random.normal();
    normal_sum += z;
    normal_square += z * z;
    ++counts[random.below(5)];
  }
  // Six standard errors.
  EXPECT_NEAR(sum / kDraws, 0.5, 6.0 * std::sqrt(1.0 / 12.0 / kDraws));
  EXPECT_NEAR(normal_sum / kDraws, 0.0, 6.0 / std::sqrt(kDraws));
  EXPECT_NEAR(normal_square / kDraws, 1.0, 6.0 * std::sqrt(2.0 / kDraws));
  for (const int count : counts) EXPECT_NEAR(count, kDraws / 5.0, 6.0 * std::sqrt(kDraws * 0.16));
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

}  // namespace random_test
}  // namespace sosi
