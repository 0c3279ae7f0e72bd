// SPDX-License-Identifier: BSD-3-Clause
#include "plot/explanation_picture.hpp"

#include <gtest/gtest.h>

#include "plot/pictures_fixture.hpp"
#include "problems.hpp"
#include "sosi/fit/fit.hpp"

namespace sosi::plot {
namespace explanation_picture_test {

// Three curves of "images" of 2 x 3 pixels, five labels each.
TrainingSet images() {
  TrainingSet training = testing::partly_labeled(testing::make_curves(3, 30, 6, 71), 5);
  training.labels.classes = {"ant", "bee", "a very long name of a class"};
  training.are_images = true;
  training.image_size = ImageSize{2, 3};
  return training;
}

Model fitted(const TrainingSet& training) {
  FitOptions options;
  options.rounds = 3;
  return fit(training, options).model;
}

std::vector<Explanation> explained(const Model& model, const Matrix& samples, Index n_neighbors) {
  std::vector<Explanation> all;
  for (Index i = 0; i < samples.rows(); ++i) {
    all.push_back(explain(model, {samples.row(i).data(), std::size_t(samples.cols())}, n_neighbors));
  }
  return all;
}

class ExplanationPictureTest : public PicturesTest {};

TEST_F(ExplanationPictureTest, HasTheSampleItsNeighborsAndTheRunnerUp) {
  const TrainingSet training = images();
  const Model model = fitted(training);
  const std::vector<Index> rows = {70, 3};
  const Matrix samples = training.samples(rows, Eigen::all);
  const std::vector<Explanation> explanations = explained(model, samples, 4);
  draw_explanations(folder_ / "why.svg", {model, rows, explanations}, samples);
  EXPECT_EQ(n_files(folder_), 1U);
  const std::string svg = contents(folder_ / "why.svg");
  // Of each row: itself, four labeled samples, that of the runner-up, four of the fit.
  EXPECT_EQ(n_found(svg, "<image"), 2 * (1 + 4 + 1 + 4));
  EXPECT_NE(svg.find("row 70: "), std::string::npos);
  EXPECT_NE(svg.find("row 3: "), std::string::npos);
  EXPECT_EQ(n_texts(svg, "nearest of the runner-up"), 2);
  EXPECT_EQ(n_texts(svg, "a sample of the fit"), 2);
  EXPECT_GE(n_texts(svg, "given"), 2 * 5);
}

TEST_F(ExplanationPictureTest, HasRoomForTenNeighborsAndDrawsDarkImages) {
  const TrainingSet training = images();
  const Model model = fitted(training);
  const std::vector<Index> rows = {0};
  const Matrix samples = Matrix::Zero(1, 6);
  const std::vector<Explanation> explanations = explained(model, samples, 15);
  draw_explanations(folder_ / "why.svg", {model, rows, explanations}, samples);
  EXPECT_EQ(n_found(contents(folder_ / "why.svg"), "<image"), 1 + 10 + 1 + 10);
}

TEST(ExplanationPicture, RefusesWhatCannotBeDrawn) {
  TrainingSet training = images();
  const Model model = fitted(training);
  const std::vector<Index> rows = {0, 1};
  const Matrix samples = training.samples(rows, Eigen::all);
  const std::vector<Explanation> explanations = explained(model, samples, 3);
  EXPECT_EQ(message_of([&] {
              draw_explanations("x.svg", {model, rows, explanations}, samples.topRows(1));
            }),
            "picture: every row must have a sample and an explanation");
  EXPECT_EQ(message_of([&] {
              draw_explanations("x.svg", {model, {}, {}}, Matrix(0, 6));
            }),
            "picture: there must be 1 to 100 rows to explain");
  training.image_size.reset();
  const Model unknown = fitted(training);
  EXPECT_EQ(message_of([&] {
              draw_explanations("x.svg", {unknown, rows, explanations}, samples);
            }),
            "picture: the samples of the model must be images, and it must know their size");
}

}  // namespace explanation_picture_test
}  // namespace sosi::plot
