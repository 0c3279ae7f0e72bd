// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/data/metric.hpp"

#include <gtest/gtest.h>

#include "dense_oracle.hpp"
#include "linalg/ledoit_wolf.hpp"
#include "problems.hpp"
#include "sosi/data/normalization.hpp"
#include "sosi/fit/effects.hpp"
#include "sosi/fit/fit.hpp"
#include "sosi/io/model_file.hpp"
#include "sosi/model/sample_predictor.hpp"

namespace sosi {
namespace metric_test {

using testing::random_matrix;

std::vector<int> in_turn(Index n, int n_classes) {
  std::vector<int> classes;
  for (Index i = 0; i < n; ++i) classes.push_back(static_cast<int>(i % n_classes));
  return classes;
}

// S by its definition, every entry.
Matrix shrunk_covariance(const Matrix& samples, const std::vector<int>& classes, int n_classes) {
  Matrix centered = samples;
  for (int c = 0; c < n_classes; ++c) {
    Indices rows;
    for (Index i = 0; i < samples.rows(); ++i) {
      if (classes[i] == c) rows.push_back(i);
    }
    const Eigen::RowVectorXd mean = samples(rows, Eigen::all).colwise().mean();
    for (const Index i : rows) centered.row(i) -= mean;
  }
  const Matrix gram = smaller_gram(centered);
  const auto [shrinkage, variance] = ledoit_wolf(centered, gram);
  const Matrix covariance = centered.transpose() * centered / static_cast<double>(samples.rows());
  return (1.0 - shrinkage) * covariance +
         shrinkage * variance * Matrix::Identity(samples.cols(), samples.cols());
}

// Fewer and more features than samples.
TEST(Metric, IsThePowerOfTheShrunkCovarianceUpToAUnit) {
  for (const Index n_features : {6, 50}) {
    Matrix samples = random_matrix(30, n_features, 11);
    for (Index j = 0; j < n_features; ++j) samples.col(j) *= 1.0 + static_cast<double>(j % 5);
    const std::vector<int> classes = in_turn(30, 3);
    const auto [values, vectors] = testing::symmetric_pairs(shrunk_covariance(samples, classes, 3));
    for (const double power : {0.5, 1.0}) {
      const Eigen::MatrixXd root =
          vectors * values.array().pow(-0.5 * power).matrix().asDiagonal() * vectors.transpose();
      const Metric metric = learn_metric(samples, classes, power);
      Matrix mapped = Matrix::Identity(n_features, n_features);
      metric.apply(mapped);
      // Nothing is larger than 1 in the direction that is shrunk least by S alone.
      const Eigen::VectorXd found = testing::symmetric_pairs(mapped).values;
      const Eigen::VectorXd expected = testing::symmetric_pairs(root).values;
      const double unit = found(0) / expected(0);
      EXPECT_LT((mapped - unit * root).cwiseAbs().maxCoeff(), 1e-5) << n_features << " " << power;
      EXPECT_LE(found.maxCoeff(), 1.0 + 1e-12);
    }
  }
}

TEST(Metric, IsTakenBack) {
  const Matrix samples = random_matrix(20, 40, 12);
  const Metric metric = learn_metric(samples, in_turn(20, 4), 1.0);
  Matrix mapped = random_matrix(7, 40, 13);
  const Matrix before = mapped;
  metric.apply(mapped);
  EXPECT_GT((mapped - before).norm(), 0.1 * before.norm());
  metric.undo(mapped);
  EXPECT_LT((mapped - before).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(Metric, IsTheIdentityWhereThereIsNothingToLearn) {
  const Matrix samples = random_matrix(4, 5, 14);
  EXPECT_TRUE(learn_metric(samples, in_turn(4, 4), 1.0).is_identity());  // one label per class
  EXPECT_TRUE(learn_metric(samples, in_turn(4, 2), 0.0).is_identity());
  EXPECT_TRUE(learn_metric(Matrix::Ones(4, 5), in_turn(4, 2), 1.0).is_identity());
}

// Classes differ along one direction, and vary much more along three others, none of them an axis.
TrainingSet drowned(Index n, int n_labeled) {
  TrainingSet training;
  training.samples = random_matrix(n, 12, 15);
  training.samples.rightCols(3) *= 15.0;
  training.labels = {in_turn(n, 2), {"a", "b"}};
  for (Index i = 0; i < n; ++i) training.samples(i, 0) += training.labels.values[i] == 0 ? -3.0 : 3.0;
  training.samples *= testing::random_frame(12, 12, 16);
  for (Index i = n_labeled; i < n; ++i) training.labels.values[i] = kUnlabeled;
  return training;
}

double error_of(const FitResult& result) {
  double n_wrong = 0.0;
  for (std::size_t i = 0; i < result.prediction.classes.size(); ++i) {
    n_wrong += result.prediction.classes[i] != static_cast<int>(i % 2) ? 1.0 : 0.0;
  }
  return n_wrong / static_cast<double>(result.prediction.classes.size());
}

TEST(Metric, IsChosenByHeldOutLabelsWhereClassesDifferAlongFewDirections) {
  FitOptions options;
  options.normalize = NormalizationKind::none;
  options.metric = MetricKind::automatic;
  const FitResult chosen = fit(drowned(160, 60), options, {.n_threads = 2});
  EXPECT_EQ(chosen.model.options().at("metric"), "within");
  options.metric = MetricKind::none;
  const FitResult plain = fit(drowned(160, 60), options, {.n_threads = 2});
  EXPECT_EQ(plain.model.options().at("metric"), "none");
  EXPECT_LT(error_of(chosen), 0.5 * error_of(plain));
  // The same as when it is given.
  set_option(options, "metric", "within");
  set_option(options, "metric_power", chosen.model.options().at("metric_power"));
  EXPECT_EQ(fit(drowned(160, 60), options, {.n_threads = 1}).prediction.classes, chosen.prediction.classes);
}

TEST(Metric, IsNotChosenWhereNothingIsGained) {
  const testing::Curves curves = testing::make_curves(3, 40, 20, 5);
  FitOptions options;
  options.metric = MetricKind::automatic;
  const TrainingSet training = testing::partly_labeled(curves, 5);
  const FitResult found = fit(training, options, {.n_threads = 2});
  EXPECT_EQ(found.model.options().at("metric"), "none");
  options.metric = MetricKind::none;
  EXPECT_EQ(fit(training, options, {.n_threads = 2}).prediction.classes, found.prediction.classes);
}

TEST(Metric, IsPartOfTheModelOfEveryExtension) {
  const TrainingSet training = drowned(80, 30);
  for (const char* extension : {"rbf", "krr"}) {
    FitOptions options;
    options.metric = MetricKind::within;
    options.rounds = 2;
    options.normalize = NormalizationKind::standard;
    set_option(options, "extension", extension);
    const Model model = fit(training, with_effects_only(options), {.n_threads = 1}).model;
    EXPECT_FALSE(model.normalization().metric.is_identity());
    const Model loaded = model_from_bytes(model_bytes(model), "it");
    EXPECT_EQ(loaded.transform(training.samples), model.transform(training.samples)) << extension;
    SamplePredictor predictor(loaded);
    const Matrix all = model.transform(training.samples);
    for (Index i = 0; i < 5; ++i) {
      const auto one = predictor.transform({training.samples.row(i).data(), 12});
      EXPECT_EQ(Eigen::Map<const Eigen::RowVectorXd>(one.data(), std::ssize(one)), all.row(i));
    }
  }
}

}  // namespace metric_test
}  // namespace sosi
