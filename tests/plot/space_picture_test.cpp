// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "plot/pictures_fixture.hpp"
#include "plot/pictures.hpp"

namespace sosi {
namespace {

/// Classes on circles, in four coordinates.
SpacePicture circles(int n_classes) {
  SpacePicture picture;
  Matrix coordinates(5 * n_classes, 4);
  for (Index i = 0; i < coordinates.rows(); ++i) {
    for (Index k = 0; k < 4; ++k) coordinates(i, k) = std::sin(static_cast<double>(i * (k + 1)));
    picture.classes.push_back(static_cast<int>(i / 5));
  }
  for (int c = 0; c < n_classes; ++c) picture.class_names.push_back("object " + std::to_string(c));
  picture.panels = {{"Laplacian", coordinates}, {"Fisher 'x' $y_{2}", 1e-3 * coordinates}};
  return picture;
}

class SpacePictureTest : public PicturesTest {
 protected:
  std::string drawn(const SpacePicture& picture) const {
    draw_spaces(base(), picture);
    expect_both_pictures();
    return svg();
  }
};

TEST_F(SpacePictureTest, EveryPanelHasItsTitleAndOneKeyServesAll) {
  const std::string text = drawn(circles(12));
  for (const char* once : {"Laplacian", "Fisher 'x' $y_{2}", "object 0", "object 11"})
    EXPECT_EQ(n_texts(text, once), 1) << once;
}

TEST_F(SpacePictureTest, OnlyTheFirstThreeCoordinatesMatter) {
  SpacePicture picture = circles(3);
  const std::string before = drawn(picture);
  picture.panels[0].coordinates.col(3).setConstant(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(drawn(picture), before);
  picture.panels[0].coordinates(0, 2) += 0.5;
  EXPECT_NE(drawn(picture), before);
}

TEST_F(SpacePictureTest, ManyClassesHaveRoomInTheKey) {
  drawn(circles(12));
  const unsigned width = png_number(0);
  EXPECT_EQ(n_texts(drawn(circles(60)), "object 59"), 1);
  EXPECT_GT(png_number(0), width);
}

TEST_F(SpacePictureTest, CoincidingSamplesAreDrawn) {
  SpacePicture picture = circles(2);
  picture.panels[0].coordinates.setConstant(2e7);
  picture.panels[1].coordinates.setZero();
  drawn(picture);
}

TEST(SpacePicture, RefusesInputThatDoesNotFitTogether) {
  const auto message = [](auto change) {
    SpacePicture picture = circles(2);
    change(picture);
    return message_of([&] { draw_spaces("x", picture); });
  };
  EXPECT_EQ(message([](SpacePicture& p) { p.panels.clear(); }), "picture: there must be at least one panel");
  EXPECT_EQ(message([](SpacePicture& p) { p.classes.clear(); }),
            "picture: there must be at least one sample");
  EXPECT_EQ(message([](SpacePicture& p) { p.class_names.pop_back(); }),
            "picture: every class must have a name");
  EXPECT_EQ(message([](SpacePicture& p) { p.panels[1].coordinates.resize(10, 2); }),
            "picture: a space must have at least three coordinates");
  EXPECT_EQ(message([](SpacePicture& p) { p.classes.pop_back(); }),
            "picture: every sample of a space must have a class");
  EXPECT_EQ(message([](SpacePicture& p) { p.panels[0].coordinates(3, 1) = std::nan(""); }),
            "picture: every coordinate must be finite");
}

}  // namespace
}  // namespace sosi
