// SPDX-License-Identifier: BSD-3-Clause
#include "plot/fields_picture.hpp"

#include <gtest/gtest.h>

#include "plot/pictures_fixture.hpp"

namespace sosi::plot {
namespace fields_picture_test {

/// A function that is zero on a horizontal line, and two samples on each side.
FieldsFigure slope(double zero) {
  FieldsFigure picture;
  picture.top = 0.8;
  FieldPanel panel{.title = "slope", .values = Matrix(9, 11)};
  for (Index row = 0; row < 9; ++row)
    panel.values.row(row).setConstant(static_cast<double>(row) / 10.0 - zero);
  picture.panels = {panel};
  picture.samples.resize(4, 2);
  picture.samples << 0.2, 0.1, 0.7, 0.15, 0.3, 0.7, 0.6, 0.65;
  picture.classes = {0, 0, 1, 1};
  picture.outlines = {Matrix{{0.0, 0.1}, {1.0, 0.15}}, Matrix{{0.0, 0.7}, {1.0, 0.65}}};
  return picture;
}

class FieldsPictureTest : public PicturesTest {
 protected:
  std::string drawn(const FieldsFigure& picture) const {
    draw_fields(base(), picture);
    expect_both_pictures();
    return svg();
  }

  /// How far below the top the contour is drawn; SVG counts from there.
  double contour_y(const FieldsFigure& picture) const {
    const std::string text = drawn(picture);
    const std::size_t line = text.find("stroke-width=\"2.20\"");
    const std::size_t start = text.find("d='M", line);
    return std::stod(text.substr(text.find(',', start) + 1));
  }
};

TEST_F(FieldsPictureTest, EveryPanelHasItsTitleAndOneKeyServesAll) {
  FieldsFigure picture = slope(0.35);
  picture.panels.push_back(picture.panels[0]);
  picture.panels[1].title = "it's 'another' $x_{2}";
  const std::string text = drawn(picture);
  for (const char* once : {"slope", "it's 'another' $x_{2}", "class 0", "class 1", "manifold", "zero"})
    EXPECT_EQ(n_texts(text, once), 1) << once;
}

TEST_F(FieldsPictureTest, RowZeroIsTheLowest) {
  const double low = contour_y(slope(0.15));
  const double middle = contour_y(slope(0.4));
  const double high = contour_y(slope(0.65));
  EXPECT_GT(low, middle);
  EXPECT_NEAR(low - middle, middle - high, 1.0) << "pixels";
}

TEST_F(FieldsPictureTest, ValuesBeyondTheLimitLookLikeTheLimit) {
  FieldsFigure picture = slope(0.35);
  picture.limit = 0.1;
  const std::string clipped = drawn(picture);
  picture.panels[0].values = picture.panels[0].values.cwiseMin(0.1).cwiseMax(-0.1).eval();
  EXPECT_EQ(drawn(picture), clipped);
  picture.panels[0].values *= 0.5;
  EXPECT_NE(drawn(picture), clipped);
}

TEST_F(FieldsPictureTest, AFunctionWithoutAZeroIsDrawnAndOneWithoutSamples) {
  FieldsFigure picture = slope(0.35);
  picture.panels[0].values.setConstant(1.0);
  drawn(picture);
  picture.samples.resize(0, 0);
  picture.classes.clear();
  picture.outlines.clear();
  const std::string text = drawn(picture);
  EXPECT_EQ(n_texts(text, "class 0") + n_texts(text, "manifold"), 0);
}

TEST(FieldsPicture, RefusesInputThatDoesNotFitTogether) {
  const auto message = [](auto change) {
    FieldsFigure picture = slope(0.35);
    change(picture);
    return message_of([&] { draw_fields("x", picture); });
  };
  EXPECT_EQ(message([](FieldsFigure& p) { p.panels.clear(); }), "picture: there must be at least one panel");
  EXPECT_EQ(message([](FieldsFigure& p) { p.panels[0].values.resize(1, 5); }),
            "picture: a field must have at least two rows and two columns");
  EXPECT_EQ(message([](FieldsFigure& p) { p.classes.pop_back(); }),
            "picture: every sample must have a class");
  EXPECT_EQ(message([](FieldsFigure& p) { p.samples.resize(4, 3); }),
            "picture: a sample must have two coordinates");
  EXPECT_EQ(message([](FieldsFigure& p) { p.outlines[1].resize(3, 1); }),
            "picture: a point of an outline must have two coordinates");
}

}  // namespace fields_picture_test
}  // namespace sosi::plot
