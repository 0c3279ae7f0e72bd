// SPDX-License-Identifier: BSD-3-Clause
#include "plot/spaces_picture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "plot/pictures_fixture.hpp"

namespace sosi::plot {
namespace spaces_picture_test {

/// Classes on circles, in four coordinates.
SpacesFigure circles(int n_classes) {
  SpacesFigure picture;
  Matrix coordinates(5 * n_classes, 4);
  for (Index i = 0; i < coordinates.rows(); ++i) {
    for (Index k = 0; k < 4; ++k) coordinates(i, k) = std::sin(static_cast<double>(i * (k + 1)));
    picture.classes.push_back(static_cast<int>(i / 5));
  }
  for (int c = 0; c < n_classes; ++c) picture.class_names.push_back("object " + std::to_string(c));
  picture.panels = {{"Laplacian", coordinates}, {"Fisher 'x' $y_{2}", 1e-3 * coordinates}};
  return picture;
}

class SpacesPictureTest : public PicturesTest {
 protected:
  std::string drawn(const SpacesFigure& picture) const {
    draw_spaces(base(), picture);
    expect_both_pictures();
    return svg();
  }
};

TEST_F(SpacesPictureTest, EveryPanelHasItsTitleAndOneKeyServesAll) {
  const std::string text = drawn(circles(12));
  for (const char* once : {"Laplacian", "Fisher 'x' $y_{2}", "object 0", "object 11"})
    EXPECT_EQ(n_texts(text, once), 1) << once;
}

TEST_F(SpacesPictureTest, OnlyTheFirstThreeCoordinatesMatter) {
  SpacesFigure picture = circles(3);
  const std::string before = drawn(picture);
  picture.panels[0].coordinates.col(3).setConstant(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(drawn(picture), before);
  picture.panels[0].coordinates(0, 2) += 0.5;
  EXPECT_NE(drawn(picture), before);
}

TEST_F(SpacesPictureTest, ManyClassesHaveRoomInTheKey) {
  drawn(circles(12));
  const unsigned width = png_number(0);
  EXPECT_EQ(n_texts(drawn(circles(60)), "object 59"), 1);
  EXPECT_GT(png_number(0), width);
}

TEST_F(SpacesPictureTest, CoincidingSamplesAreDrawn) {
  SpacesFigure picture = circles(2);
  picture.panels[0].coordinates.setConstant(2e7);
  picture.panels[1].coordinates.setZero();
  drawn(picture);
}

TEST(SpacesPicture, RefusesInputThatDoesNotFitTogether) {
  const auto message = [](auto change) {
    SpacesFigure picture = circles(2);
    change(picture);
    return message_of([&] { draw_spaces("x", picture); });
  };
  EXPECT_EQ(message([](SpacesFigure& p) { p.panels[1].coordinates.resize(10, 2); }),
            "picture: a space must have at least three coordinates");
  EXPECT_EQ(message([](SpacesFigure& p) { p.classes.pop_back(); }),
            "picture: every sample of a space must have a class");
}

}  // namespace spaces_picture_test
}  // namespace sosi::plot
