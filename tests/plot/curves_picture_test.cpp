// SPDX-License-Identifier: BSD-3-Clause
#include "plot/curves_picture.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "plot/pictures_fixture.hpp"

namespace sosi::plot {
namespace curves_picture_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// How the lines of the second and the third name are written in an SVG.
constexpr const char* kSecondColor = "rgb(214,  39,  40)";
constexpr const char* kThirdColor = "rgb( 23, 195, 214)";

Curve curve(const std::string& name, std::vector<double> y) {
  Curve made{.name = name, .x = {}, .y = std::move(y), .deviation = {}};
  for (std::size_t i = 0; i < made.y.size(); ++i) made.x.push_back(static_cast<double>(i) + 1.0);
  return made;
}

CurvePanel panel(const std::string& title, std::vector<Curve> curves) {
  CurvePanel made;
  made.title = title;
  made.x_label = "labels (%)";
  made.y_label = "error (%)";
  made.curves = std::move(curves);
  return made;
}

CurvesFigure two_panels() {
  const std::vector<Curve> curves = {curve("sosi", {9, 5, 3}), curve("svm-gaussian", {12, 9, 8})};
  return {{panel("Laplacian embedding", curves), panel("Fisher embedding", curves)}, 2};
}

class CurvesPictureTest : public PicturesTest {
 protected:
  std::string drawn(const CurvesFigure& picture) const {
    draw_curves(base(), picture);
    expect_both_pictures();
    return svg();
  }
  std::string drawn(const Curve& only) const { return drawn(CurvesFigure{{panel("one", {only})}, 1}); }
};

TEST_F(CurvesPictureTest, EveryPanelHasItsTitleAndOneKeyServesAll) {
  const std::string text = drawn(two_panels());
  for (const char* once : {"Laplacian embedding", "Fisher embedding", "sosi", "svm-gaussian"})
    EXPECT_EQ(n_texts(text, once), 1) << once;
  EXPECT_EQ(n_texts(text, "error (%)"), 2);
}

TEST_F(CurvesPictureTest, ANameHasTheSameLineInAllPanels) {
  CurvesFigure picture = two_panels();
  EXPECT_EQ(drawn(picture).find(kThirdColor), std::string::npos);
  const std::string before = svg();
  std::swap(picture.panels[1].curves[0], picture.panels[1].curves[1]);
  EXPECT_EQ(drawn(picture).size(), before.size()) << "the order within a panel must not matter";
  picture.panels[1].curves = {curve("third", {1, 2, 3})};
  picture.panels[0].curves.resize(1);
  const std::string text = drawn(picture);
  EXPECT_NE(text.find(kSecondColor), std::string::npos) << "third is the second name now";
  EXPECT_EQ(text.find(kThirdColor), std::string::npos);
}

TEST_F(CurvesPictureTest, PanelsFillRowsOfTheColumns) {
  CurvesFigure picture = two_panels();
  drawn(picture);
  const unsigned one_row = png_number(1);
  picture.panels.push_back(picture.panels[0]);
  drawn(picture);
  EXPECT_EQ(png_number(1), 2 * one_row);
  picture.n_columns = 1;
  drawn(picture);
  EXPECT_GT(png_number(1), 2 * one_row);
}

TEST_F(CurvesPictureTest, ValuesThatAreNotFiniteLeaveTheSameGap) {
  const std::string gap = drawn(curve("a", {4, 2, kNan, 3, 5}));
  EXPECT_EQ(drawn(curve("a", {4, 2, kInfinity, 3, 5})), gap);
  EXPECT_EQ(drawn(curve("a", {4, 2, -kInfinity, 3, 5})), gap);
  EXPECT_EQ(drawn(curve("a", {4, 2, 1e300, 3, 5})), gap);
  EXPECT_NE(drawn(curve("a", {4, 2, 2.5, 3, 5})), gap);
}

TEST_F(CurvesPictureTest, ACurveOfNothingButGapsIsDrawnAmongOthersAndAlone) {
  CurvesFigure picture = two_panels();
  picture.panels[0].curves[1].y = {kNan, kInfinity, kNan};
  picture.panels[1].curves.resize(1);
  picture.panels[1].curves[0].y = {kNan, kNan, kNan};
  EXPECT_EQ(n_texts(drawn(picture), "svm-gaussian"), 1);
}

TEST_F(CurvesPictureTest, OnePointIsDrawn) {
  drawn(curve("a", {0.0}));
  Curve far = curve("a", {7.0});
  far.x = {1e9};
  far.deviation = {2.0};
  drawn(far);
}

TEST_F(CurvesPictureTest, BarsAreDrawnOnlyWhereThereIsADeviation) {
  const auto n_paths = [&](std::vector<double> deviation) {
    Curve bars = curve("a", {4, 2, 3});
    bars.deviation = std::move(deviation);
    return n_found(drawn(bars), "<path");
  };
  EXPECT_EQ(n_paths({kNan, kInfinity, kNan}), n_paths({}));
  EXPECT_GT(n_paths({kNan, 0.5, kNan}), n_paths({}));
}

TEST_F(CurvesPictureTest, TheAxisBeginsAtZeroUnlessAValueIsNegative) {
  EXPECT_EQ(n_texts(drawn(curve("a", {50, 60, 55})), "0"), 1);
  EXPECT_EQ(n_texts(drawn(curve("a", {-50, -60, -55})), "0"), 0);
}

TEST_F(CurvesPictureTest, ALogarithmicAxisIsNamedBeyondAndWithinAPowerOfTen) {
  CurvePanel scales = panel("scales", {curve("a", {30, 10, 20})});
  scales.x_axis = AxisKind::logarithmic;
  scales.curves[0].x = {0.01, 1, 100};
  scales.marks = {0.3};
  std::string text = drawn(CurvesFigure{{scales}, 2});
  for (const char* power : {"0.01", "0.1", "1", "10", "100"}) EXPECT_GE(n_texts(text, power), 1) << power;
  scales.curves[0].x = {0.2, 0.3, 0.6};
  text = drawn(CurvesFigure{{scales}, 2});
  for (const char* number : {"0.2", "0.3", "0.5"}) EXPECT_EQ(n_texts(text, number), 1) << number;
  scales.curves[0].x = {0.32, 0.32, 0.32};
  EXPECT_EQ(n_texts(drawn(CurvesFigure{{scales}, 2}), "0.3"), 1);
}

TEST_F(CurvesPictureTest, TextIsShownLiterally) {
  const std::string hostile = "a_b^{2} 'x' # \"$y\" \\n %g";
  CurvePanel panels = panel(hostile, {curve(hostile, {1, 2})});
  panels.x_label = panels.y_label = hostile;
  EXPECT_EQ(n_texts(drawn(CurvesFigure{{panels}, 1}), hostile), 4);
}

TEST_F(CurvesPictureTest, MoreNamesThanLooksAreDrawn) {
  std::vector<Curve> curves;
  for (int i = 0; i < 40; ++i) curves.push_back(curve("method " + std::to_string(i), {1.0 * i, 2.0}));
  EXPECT_EQ(n_texts(drawn(CurvesFigure{{panel("many", curves)}, 1}), "method 39"), 1);
}

TEST(CurvesPicture, RefusesInputThatDoesNotFitTogether) {
  const auto message = [](auto change) {
    CurvesFigure picture = two_panels();
    change(picture);
    return message_of([&] { draw_curves("x", picture); });
  };
  EXPECT_EQ(message([](CurvesFigure& p) { p.panels.clear(); }), "picture: there must be at least one panel");
  EXPECT_EQ(message([](CurvesFigure& p) { p.n_columns = 0; }), "picture: there must be at least one panel");
  EXPECT_EQ(message([](CurvesFigure& p) { p.panels[0].curves[1].y.pop_back(); }),
            "picture: every x of a curve must have a y");
  EXPECT_EQ(message([](CurvesFigure& p) { p.panels[0].curves[1].deviation = {1.0}; }),
            "picture: every point of a curve must have a deviation, or none");
}

}  // namespace curves_picture_test
}  // namespace sosi::plot
