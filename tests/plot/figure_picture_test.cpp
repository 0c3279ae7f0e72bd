// SPDX-License-Identifier: BSD-3-Clause
#include "plot/figure_picture.hpp"

#include <gtest/gtest.h>

#include "plot/curves_picture.hpp"
#include "plot/fields_picture.hpp"
#include "plot/pictures_fixture.hpp"
#include "plot/spaces_picture.hpp"

namespace sosi::plot {
namespace figure_picture_test {

class FigurePictureTest : public PicturesTest {
 protected:
  /// A figure of any kind is drawn as its own kind is.
  template <class Kind>
  void expect_drawn_alike(const Kind& figure, void (*draw_kind)(const fs::path&, const Kind&)) const {
    draw_kind(base(), figure);
    const std::string alone = svg();
    fs::remove(base().string() + ".svg");
    draw_figure(base(), figure);
    EXPECT_EQ(svg(), alone);
    expect_both_pictures();
  }
};

TEST_F(FigurePictureTest, EveryKindOfFigureIsDrawn) {
  expect_drawn_alike(CurvesFigure{{{"title", "x", "y", {}, {{"name", {1, 2}, {3, 4}, {}}}, {}}}, 1},
                     draw_curves);
  FieldsFigure fields;
  fields.panels = {{"title", Matrix::Identity(3, 3)}};
  expect_drawn_alike(fields, draw_fields);
  expect_drawn_alike(
      SpacesFigure{{{"title", Matrix::Identity(3, 3)}, {"other", Matrix::Ones(3, 3)}}, {0, 1, 0}, {"a", "b"}},
      draw_spaces);
}

}  // namespace figure_picture_test
}  // namespace sosi::plot
