// SPDX-License-Identifier: BSD-3-Clause
#include "plot/doubt_picture.hpp"

#include <gtest/gtest.h>

#include "plot/pictures_fixture.hpp"

namespace sosi::plot {
namespace doubt_picture_test {

constexpr const char* kLongName = "Myotis daubentonii (water bat, juvenile, autumn)";

// Two labeled samples and four others per class; the last sample is undecided between the first two classes.
DoubtPicture clusters(int n_classes, Index n_coordinates) {
  DoubtPicture picture;
  picture.labeled = Matrix::Zero(2 * n_classes, n_coordinates);
  picture.samples = Matrix::Zero(4 * n_classes, n_coordinates);
  picture.probabilities = Matrix::Zero(4 * n_classes, n_classes);
  for (int c = 0; c < n_classes; ++c) {
    picture.class_names.push_back("class " + std::to_string(c));
    picture.labeled_classes.insert(picture.labeled_classes.end(), {c, c});
    picture.labeled.middleRows(2 * c, 2).col(c % n_coordinates).setConstant(c + 1.0);
    picture.samples.middleRows(4 * c, 4).col(c % n_coordinates).setConstant(c + 0.9);
    picture.probabilities.middleRows(4 * c, 4).col(c).setOnes();
  }
  picture.probabilities.bottomRows(1).setZero();
  picture.probabilities.bottomLeftCorner(1, 2) << 0.6, 0.4;
  return picture;
}

class DoubtPictureTest : public PicturesTest {
 protected:
  std::string drawn(const DoubtPicture& picture) const {
    draw_doubt(folder_ / "doubt.svg", picture);
    EXPECT_EQ(n_files(folder_), 1U);
    return contents(folder_ / "doubt.svg");
  }
};

TEST_F(DoubtPictureTest, NamesEveryClassOnceInAllItsForms) {
  for (const auto& [n_classes, n_coordinates] : {std::pair{2, 1}, {3, 2}, {10, 9}, {100, 99}}) {
    const std::string svg = drawn(clusters(n_classes, n_coordinates));
    for (int c = 0; c < n_classes; ++c) {
      EXPECT_EQ(n_texts(svg, "class " + std::to_string(c)), 1) << n_classes << " classes";
    }
    EXPECT_EQ(n_texts(svg, "doubtful"), 1);
  }
}

TEST_F(DoubtPictureTest, NamesSomeOfVeryManyClasses) {
  const std::string svg = drawn(clusters(300, 299));
  EXPECT_EQ(n_texts(svg, "class 3"), 1);
  EXPECT_EQ(n_texts(svg, "class 4"), 0);
}

TEST_F(DoubtPictureTest, ShortensLongNames) {
  for (const auto& [n_classes, n_coordinates] : {std::pair{2, 1}, {3, 2}, {10, 9}, {30, 29}}) {
    DoubtPicture picture = clusters(n_classes, n_coordinates);
    picture.class_names[1] = kLongName;
    const std::string svg = drawn(picture);
    EXPECT_EQ(svg.find(kLongName), std::string::npos);
    EXPECT_NE(svg.find("…"), std::string::npos);
  }
}

TEST_F(DoubtPictureTest, IsDrawnWithoutOtherSamples) {
  for (const auto& [n_classes, n_coordinates] : {std::pair{2, 1}, {3, 2}, {10, 9}}) {
    DoubtPicture picture = clusters(n_classes, n_coordinates);
    picture.samples.resize(0, n_coordinates);
    picture.probabilities.resize(0, n_classes);
    EXPECT_NE(drawn(picture).find("</svg>"), std::string::npos);
  }
}

TEST(DoubtPicture, RefusesWhatDoesNotFitTogether) {
  const auto message = [](auto change) {
    DoubtPicture picture = clusters(3, 2);
    change(picture);
    return message_of([&] { draw_doubt("x.svg", picture); });
  };
  EXPECT_EQ(message([](DoubtPicture& p) { p.labeled.resize(0, 2); }),
            "picture: there must be at least one labeled sample with one coordinate");
  EXPECT_EQ(message([](DoubtPicture& p) { p.labeled_classes.pop_back(); }),
            "picture: every labeled sample must have a class");
  EXPECT_EQ(message([](DoubtPicture& p) { p.samples.resize(12, 3); }),
            "picture: all samples must have the same number of coordinates");
  for (const auto& size : {std::pair{11, 3}, {12, 2}}) {
    EXPECT_EQ(message([&](DoubtPicture& p) { p.probabilities.setZero(size.first, size.second); }),
              "picture: every sample must have a probability of every class");
  }
  EXPECT_EQ(message_of([] { draw_doubt("x.jpg", clusters(3, 2)); }),
            "picture: the name of the file 'x.jpg' must end with .svg or .png");
}

}  // namespace doubt_picture_test
}  // namespace sosi::plot
