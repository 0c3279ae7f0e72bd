// SPDX-License-Identifier: BSD-3-Clause
#include "plot/rounds_picture.hpp"

#include <gtest/gtest.h>

#include "plot/pictures_fixture.hpp"

namespace sosi::plot {
namespace rounds_picture_test {

RoundsPicture three_rounds() {
  return {{60, 90, 120},
          {31.5, 22.25, 20.0},
          {1.4, 60.0, 8e5},
          {{"nearest neighbor", 40.0}, {"plain RBF", 39.5}}};
}

TEST_F(PicturesTest, RoundsNameTheReferencesAndTheLastError) {
  draw_rounds(base(), three_rounds());
  expect_both_pictures();
  for (const char* text : {"nearest neighbor  40.0 %", "plain RBF  39.5 %", "after 3 rounds  20.0 %"}) {
    EXPECT_NE(svg().find(text), std::string::npos) << text;
  }
}

TEST_F(PicturesTest, RoundsAreDrawnWhenThereIsOnlyOneAndItMakesNoError) {
  draw_rounds(base(), {{60}, {0.0}, {1.5}, {}});
  expect_both_pictures();
}

TEST(RoundsPicture, RefusesARoundWithoutAConfidence) {
  RoundsPicture rounds = three_rounds();
  rounds.median_confidence.pop_back();
  EXPECT_EQ(message_of([&] { draw_rounds("x", rounds); }),
            "picture: every round must have an error and a confidence");
}

}  // namespace rounds_picture_test
}  // namespace sosi::plot
