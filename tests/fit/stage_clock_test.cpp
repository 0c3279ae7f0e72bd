// SPDX-License-Identifier: BSD-3-Clause
#include "fit/stage_clock.hpp"

#include <gtest/gtest.h>

namespace sosi {
namespace stage_clock_test {

TEST(SecondsLeft, AreExactWhereWorkTakesAsLongAsItWasCounted) {
  // 10 units a second: 100 before, 40 of 200 here, of which 10 were done when it was told first, 300 to come.
  const auto left = estimated_seconds_left({100, 10, 200, 4, 0.2, 0.05, 3, 300});
  ASSERT_TRUE(left);
  EXPECT_NEAR(*left, (160 + 300) / 10.0, 1e-12);
}

TEST(SecondsLeft, DoNotTakeWhatAStageBeginsWithForItsPace) {
  // 50 seconds before anything was told; then 10 units a second.
  const auto left = estimated_seconds_left({0, 0, 200, 54, 0.2, 0.0, 4, 0});
  ASSERT_TRUE(left);
  EXPECT_NEAR(*left, 16.0, 1e-12);
}

TEST(SecondsLeft, GoByTheStagesBeforeWhileTooLittleOfAStageIsDone) {
  const auto left = estimated_seconds_left({100, 10, 200, 1, 0.01, 0.01, 0, 300});
  ASSERT_TRUE(left);
  EXPECT_NEAR(*left, 20 - 1 + 30, 1e-12);
  // A stage that takes longer than it was counted: something is left of the others.
  EXPECT_NEAR(*estimated_seconds_left({100, 10, 200, 70, 0.01, 0.01, 0, 300}), 30, 1e-12);
}

TEST(SecondsLeft, AreNotToldTooEarly) {
  EXPECT_FALSE(estimated_seconds_left({0, 0, 200, 0.5, 0.3, 0.1, 0.4, 300}));
  EXPECT_FALSE(estimated_seconds_left({0, 0, 200, 5.0, 0.3, 0.3, 0.0, 300}));  // told once
  EXPECT_FALSE(estimated_seconds_left({1, 0.2, 200, 5.0, 0.0, 0.0, 0.0, 300}));
}

}  // namespace stage_clock_test
}  // namespace sosi
