// SPDX-License-Identifier: BSD-3-Clause
#include "plot/embedding_picture.hpp"

#include <gtest/gtest.h>

#include "plot/pictures_fixture.hpp"
#include "sosi/core/random.hpp"
#include "sosi/data/labels.hpp"

namespace sosi::plot {
namespace embedding_picture_test {

EmbeddingPicture three_clusters(Index n_coordinates) {
  Random random(3);
  EmbeddingPicture picture;
  picture.class_names = {"cat", "it's a 'dog'", "a_b^{2} # \"$x\" \\n"};
  picture.labeled.resize(6, n_coordinates);
  Landing landing;
  landing.title = "round 0";
  landing.unlabeled.resize(30, n_coordinates);
  for (Index i = 0; i < 36; ++i) {
    const int c = static_cast<int>(i % 3);
    for (Index k = 0; k < n_coordinates; ++k) {
      (i < 6 ? picture.labeled(i, k) : landing.unlabeled(i - 6, k)) = (k == c ? 5.0 : 0.0) + random.normal();
    }
    (i < 6 ? picture.labeled_classes : landing.classes).push_back(c);
    if (i >= 6) landing.wrong.push_back(i % 7 == 0);
  }
  picture.landings = {landing};
  return picture;
}

TEST_F(PicturesTest, EmbeddingHasAPanelForEachLanding) {
  EmbeddingPicture picture = three_clusters(3);
  draw_embedding(base(), picture);
  expect_both_pictures();
  EXPECT_NE(svg().find("round 0"), std::string::npos);
  picture.landings.push_back(picture.landings[0]);
  picture.landings[1].title = "round 'nine'";
  draw_embedding(base(), picture);
  expect_both_pictures();
  EXPECT_NE(svg().find("round 0"), std::string::npos);
  EXPECT_NE(svg().find("round 'nine'"), std::string::npos);
}

TEST_F(PicturesTest, EmbeddingShowsClassNamesLiterally) {
  draw_embedding(base(), three_clusters(3));
  EXPECT_NE(svg().find("it's a 'dog'"), std::string::npos);
  EXPECT_NE(svg().find("a_b^{2} # \"$x\" \\n"), std::string::npos);
}

TEST_F(PicturesTest, EmbeddingIsDrawnWithoutUnlabeledSamplesOrTheirTruth) {
  EmbeddingPicture picture = three_clusters(3);
  picture.landings[0].wrong.clear();
  picture.landings[0].classes[0] = kUnlabeled;
  draw_embedding(base(), picture);
  expect_both_pictures();
  EXPECT_EQ(svg().find(">wrong<"), std::string::npos);
  picture.landings[0].unlabeled.resize(0, 0);
  picture.landings[0].classes.clear();
  draw_embedding(base(), picture);
  expect_both_pictures();
  EXPECT_EQ(svg().find(">unlabeled<"), std::string::npos);
}

TEST_F(PicturesTest, EmbeddingIsDrawnWhenAllSamplesCoincide) {
  EmbeddingPicture picture = three_clusters(3);
  picture.labeled.setConstant(2.0);
  picture.landings[0].unlabeled.setConstant(2.0);
  draw_embedding(base(), picture);
  expect_both_pictures();
}

TEST(EmbeddingPicture, RefusesInputThatDoesNotFitTogether) {
  const auto message = [](auto change) {
    EmbeddingPicture picture = three_clusters(3);
    change(picture);
    return message_of([&] { draw_embedding("x", picture); });
  };
  EXPECT_EQ(message([](EmbeddingPicture& p) { p = three_clusters(1); }),
            "picture: an embedding must have at least two coordinates");
  EXPECT_EQ(message([](EmbeddingPicture& p) { p.landings.clear(); }),
            "picture: there must be at least one labeled sample and one panel");
  EXPECT_EQ(message([](EmbeddingPicture& p) { p.labeled_classes.pop_back(); }),
            "picture: every labeled sample must have a class");
  EXPECT_EQ(message([](EmbeddingPicture& p) { p.landings[0].classes.pop_back(); }),
            "picture: every unlabeled sample must have a predicted class");
  EXPECT_EQ(message([](EmbeddingPicture& p) { p.landings[0].unlabeled.resize(30, 2); }),
            "picture: labeled and unlabeled samples must have the same number of coordinates");
  EXPECT_EQ(message([](EmbeddingPicture& p) { p.landings[0].wrong.pop_back(); }),
            "picture: every unlabeled sample must be known as right or wrong, or none");
}

}  // namespace embedding_picture_test
}  // namespace sosi::plot
