// SPDX-License-Identifier: BSD-3-Clause
// A model says of the samples it was fitted on what the fit said of them.
#include <gtest/gtest.h>

#include <cmath>

#include "problems.hpp"
#include "sosi/fit/fit.hpp"
#include "sosi/io/model_file.hpp"
#include "sosi/model/sample_predictor.hpp"

namespace sosi {
namespace remembered_test {

// Clouds that overlap, so that there is something to doubt.
TrainingSet overlapping() {
  testing::Curves clouds{testing::random_matrix(150, 4, 5), {}};
  for (Index i = 0; i < clouds.samples.rows(); ++i) {
    clouds.classes.push_back(static_cast<int>(i % 3));
    clouds.samples(i, i % 3) += 2.0;
  }
  TrainingSet training = testing::partly_labeled(clouds, 6);
  training.samples.row(140) = training.samples.row(0);    // an unlabeled copy of a labeled sample
  training.samples.row(141) = training.samples.row(139);  // and of an unlabeled one
  return training;
}

std::vector<FitOptions> kinds_of_fits() {
  FitOptions search;
  FitOptions rounds;
  rounds.rounds = 5;
  FitOptions few_centers = search;
  few_centers.max_centers = 60;
  FitOptions few_centers_in_rounds = rounds;
  few_centers_in_rounds.stop_fraction = 0.5;
  FitOptions smooth = rounds;
  smooth.ridge = 0.1;
  return {search, rounds, few_centers, few_centers_in_rounds, smooth};
}

void expect_same(const Prediction& predicted, const Prediction& fitted) {
  EXPECT_EQ(predicted.classes, fitted.classes);
  EXPECT_EQ(predicted.probability, fitted.probability);
  EXPECT_EQ(predicted.class_probabilities, fitted.class_probabilities);
}

TEST(FittedSamples, ArePredictedAsTheyWereFitted) {
  const TrainingSet training = overlapping();
  for (FitOptions options : kinds_of_fits()) {
    for (const auto kind : {NormalizationKind::none, NormalizationKind::unit, NormalizationKind::standard}) {
      options.normalize = kind;
      const FitResult result = fit(training, options);
      expect_same(result.model.predict(training.samples, {.n_threads = 2}), result.prediction);
      EXPECT_EQ(result.model.probabilities(training.samples), result.prediction.class_probabilities);
      const Matrix logarithms = result.model.log_probabilities(training.samples);
      EXPECT_TRUE(logarithms.allFinite());
      EXPECT_LT((logarithms.array().exp() - result.prediction.class_probabilities.array()).abs().maxCoeff(),
                1e-12);
      expect_same(model_from_bytes(model_bytes(result.model), "the model").predict(training.samples),
                  result.prediction);
    }
  }
}

TEST(FittedSamples, AreAsDoubtfulAsTheyWere) {
  const TrainingSet training = overlapping();
  const FitResult result = fit(training, {});
  const std::vector<double> probability = result.model.predict(training.samples).probability;
  EXPECT_LT(std::ranges::min(probability), 0.7);
  EXPECT_EQ(std::ranges::max(probability), 1.0);
}

TEST(FittedSamples, OfTheLabeledAreCertainAndSoAreTheirCopies) {
  const TrainingSet training = overlapping();
  const FitResult result = fit(training, {});
  const Prediction predicted = result.model.predict(training.samples);
  for (std::size_t i = 0; i < training.labels.values.size(); ++i) {
    const int given = i == 140 ? training.labels.values[0] : training.labels.values[i];
    if (given == kUnlabeled) continue;
    EXPECT_EQ(predicted.classes[i], given);
    EXPECT_EQ(predicted.probability[i], 1.0);
  }
  EXPECT_EQ(result.prediction.probability[140], 1.0);
}

TEST(FittedSamples, HaveOneMostProbableClass) {
  const FitResult result = fit(overlapping(), {});
  const Prediction& found = result.prediction;
  for (Index i = 0; i < found.class_probabilities.rows(); ++i) {
    const std::span row(found.class_probabilities.row(i).data(), 3);
    EXPECT_EQ(most_probable(row), found.classes[i]);
    EXPECT_LT(runner_up(row, found.classes[i]).probability, found.probability[i]);
    EXPECT_NEAR(found.class_probabilities.row(i).sum(), 1.0, 1e-12);
  }
}

TEST(FittedSamples, AreKnownToTheSamplePredictor) {
  const TrainingSet training = overlapping();
  const FitResult result = fit(training, {});
  SamplePredictor predictor(result.model);
  for (Index i = 0; i < training.samples.rows(); ++i) {
    const std::span row(training.samples.row(i).data(), 4);
    const SamplePrediction found = predictor.predict(row);
    EXPECT_EQ(found.of_class, result.prediction.classes[i]);
    EXPECT_EQ(found.probability, result.prediction.probability[i]);
    EXPECT_TRUE(std::ranges::equal(predictor.probabilities(row),
                                   std::span(result.prediction.class_probabilities.row(i).data(), 3)));
  }
}

TEST(FittedSamples, AreTakenForNewWhereAnyNumberDiffers) {
  const TrainingSet training = overlapping();
  const FitResult result = fit(training, {});
  Matrix near = training.samples;
  for (double& value : near.col(2)) value = std::nextafter(value, 9.0);
  // A model without its memory: the way that files of version 1 behave.
  const Model& model = result.model;
  const Model forgetful({std::make_shared<RbfExtension>(model.rbf_map()), model.embedding(), model.labels(),
                         model.classes(), model.normalization(), model.options(), model.diagnostics(),
                         model.calibration()});
  expect_same(model.predict(near), forgetful.predict(near));
  EXPECT_NE(model.predict(training.samples).probability, forgetful.predict(training.samples).probability);
}

TEST(ExpectedCoordinates, AreBetweenTheClassesForTheDoubtfulOnly) {
  const TrainingSet training = overlapping();
  const Model model = fit(training, {}).model;
  const Matrix expected = model.expected_coordinates(training.samples);
  const Matrix embedded = model.transform(training.samples);
  const Matrix probabilities = model.probabilities(training.samples);
  Matrix means = Matrix::Zero(3, 2);
  for (Index i = 0; i < 18; ++i) means.row(model.labels()[i]) += model.embedding().row(i) / 6.0;
  for (Index i = 0; i < expected.rows(); ++i) {
    Index own = 0;
    probabilities.row(i).maxCoeff(&own);
    Matrix places = means;
    places.row(own) = embedded.row(i);
    EXPECT_LT((expected.row(i) - probabilities.row(i) * places).norm(), 1e-12);
  }
  const Matrix elsewhere = training.samples.array() + 0.1;
  EXPECT_EQ(model.expected_coordinates(elsewhere), model.transform(elsewhere));
}

}  // namespace remembered_test
}  // namespace sosi
