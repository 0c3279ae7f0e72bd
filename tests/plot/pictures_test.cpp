// SPDX-License-Identifier: BSD-3-Clause
#include "plot/pictures.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

#include "plot/gnuplot.hpp"
#include "plot/pictures_fixture.hpp"
#include "sosi/core/random.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {
namespace {

ImageSet two_classes_of_gradients() {
  ImageSet images;
  images.height = 3;
  images.width = 4;
  images.samples.resize(6, 12);
  for (Index i = 0; i < images.samples.size(); ++i)
    images.samples.data()[i] = static_cast<double>(i % 12) / 11.0;
  images.classes = {0, 0, 0, 0, 1, 1};
  return images;
}

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

RoundsPicture three_rounds() {
  return {{60, 90, 120},
          {31.5, 22.25, 20.0},
          {1.4, 60.0, 8e5},
          {{"nearest neighbor", 40.0}, {"plain RBF", 39.5}}};
}

TEST_F(PicturesTest, ContactSheetIsDrawnWithItsClassesNamed) {
  draw_contact_sheet(base(), two_classes_of_gradients());
  expect_both_pictures();
  EXPECT_NE(svg().find("<text>0</text>"), std::string::npos);
  EXPECT_NE(svg().find("<text>1</text>"), std::string::npos);
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

TEST_F(PicturesTest, OlderPicturesAreReplaced) {
  std::ofstream(base().string() + ".svg") << "older";
  std::ofstream(base().string() + ".png") << "older";
  draw_rounds(base(), three_rounds());
  expect_both_pictures();
}

TEST_F(PicturesTest, OlderPicturesStayWhenTheNewOnesFail) {
  std::ofstream(base().string() + ".svg") << "older";
  std::ofstream(base().string() + ".png") << "older";
  const io::GnuplotPicture broken{.data = {}, .plot = "plot sin(x)\nfrobnicate\n"};
  EXPECT_EQ(message_of([&] { io::write_picture(base(), broken); }), "gnuplot failed: invalid command");
  EXPECT_EQ(svg(), "older");
  EXPECT_EQ(png(), "older");
  EXPECT_EQ(n_files(folder_), 2U);
}

TEST_F(PicturesTest, MissingFolderIsNamedInTheError) {
  const fs::path lost = folder_ / "nowhere" / "picture";
  const std::string message = message_of([&] { draw_rounds(lost, three_rounds()); });
  EXPECT_EQ(message, lost.string() + ".svg: cannot be written: No such file or directory");
}

TEST(Pictures, MissingGnuplotIsSaidInOneSentence) {
  const char* path = std::getenv("PATH");
  const std::string before = path == nullptr ? "" : path;
  ASSERT_EQ(setenv("PATH", "", 1), 0);
  const fs::path base = fs::temp_directory_path() / "sosi-never-drawn";
  const std::string message = message_of([&] { draw_rounds(base, three_rounds()); });
  ASSERT_EQ(setenv("PATH", before.c_str(), 1), 0);
  EXPECT_EQ(message, "gnuplot is not installed: pictures need it (package gnuplot-nox)");
  EXPECT_FALSE(fs::exists(base.string() + ".svg"));
}

TEST(Pictures, RefuseInputThatDoesNotFitTogether) {
  ImageSet images = two_classes_of_gradients();
  images.classes.pop_back();
  EXPECT_EQ(message_of([&] { draw_contact_sheet("x", images); }), "picture: every image must have a class");
  images = two_classes_of_gradients();
  images.width = 5;
  EXPECT_EQ(message_of([&] { draw_contact_sheet("x", images); }),
            "picture: images must have height x width pixels");
  EXPECT_EQ(message_of([] { draw_contact_sheet("x", {}); }), "picture: there must be at least one image");

  EmbeddingPicture embedding = three_clusters(3);
  embedding.class_names.pop_back();
  EXPECT_EQ(message_of([&] { draw_embedding("x", embedding); }),
            "picture: every labeled class must have a name");
  EXPECT_EQ(message_of([] { draw_embedding("x", three_clusters(1)); }),
            "picture: an embedding must have at least two coordinates");

  RoundsPicture rounds = three_rounds();
  rounds.median_confidence.pop_back();
  EXPECT_EQ(message_of([&] { draw_rounds("x", rounds); }),
            "picture: every round must have an error and a confidence");
}

TEST(Quoted, DoublesTheQuoteAndKeepsOneLine) {
  EXPECT_EQ(io::quoted("it's\nso"), "'it''s so'");
}

}  // namespace
}  // namespace sosi
