// SPDX-License-Identifier: BSD-3-Clause
// Labels that are held back, and what they do to probabilities.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "fit/probabilities.hpp"
#include "problems.hpp"
#include "tune/search_space.hpp"

namespace sosi {
namespace hold_out_test {

using testing::make_curves;
using testing::partly_labeled;

TEST(HoldOutTrial, CountsWhatFitsWithoutTheLabelsFind) {
  TrainingSet training = partly_labeled(make_curves(4, 30, 6, 31), 4);
  // Some labels are wrong, and will not be found.
  for (const Index row : {1, 6, 11}) training.labels.values[row] = (training.labels.values[row] + 1) % 4;
  FitOptions options;
  options.labeler = Labeler::map;
  const FitResult result = fit(training, options);

  const SearchRun& best = result.report.search.front();
  ASSERT_EQ(best.n_scales, 1);
  options.embedding = best.embedding;
  options.rounds = kSearchRounds;
  options.selection = best.selection;
  options.quota_weight = best.quota_weight;
  options.class_proportions = {ClassProportions::Source::equal, {}};
  options.scale = {ScaleRule::fixed, {{result.model.rbf_map().scales()(0)}, true}};
  Indices by_class;
  for (int c = 0; c < 4; ++c) {
    for (std::size_t row = 0; row < training.labels.values.size(); ++row) {
      if (training.labels.values[row] == c) by_class.push_back(static_cast<Index>(row));
    }
  }
  Index n_found = 0;
  for (std::size_t part = 0; part < 5; ++part) {
    TrainingSet without = training;
    for (std::size_t i = part; i < by_class.size(); i += 5) {
      without.labels.values[by_class[i]] = kUnlabeled;
    }
    const std::vector<int> found = fit(without, options).prediction.classes;
    for (std::size_t i = part; i < by_class.size(); i += 5) {
      if (found[by_class[i]] == training.labels.values[by_class[i]]) ++n_found;
    }
  }
  EXPECT_EQ(result.report.trial.n_held_out, 16);
  EXPECT_EQ(result.report.trial.n_found, n_found);
  EXPECT_LT(n_found, 16);
}

TEST(HoldOutTrial, TakesNoClassItsOnlyLabel) {
  const testing::Curves curves = make_curves(3, 20, 9, 32);
  EXPECT_EQ(fit(partly_labeled(curves, 1), {}).report.trial.n_held_out, 0);
  TrainingSet training = partly_labeled(curves, 2);
  training.labels.values[0] = kUnlabeled;
  EXPECT_EQ(fit(training, {}).report.trial.n_held_out, 4);
}

TEST(HoldOutTrial, LowersProbabilitiesWhereLabelsMeanNothing) {
  TrainingSet training;
  training.samples = testing::random_matrix(160, 300, 33);
  training.labels.classes = {"a", "b"};
  for (Index i = 0; i < 160; ++i) {
    training.labels.values.push_back(i < 40 ? static_cast<int>(i * 7 / 3 % 2) : kUnlabeled);
  }
  const FitResult result = fit(training, {});
  EXPECT_GE(*expected_error(result.prediction, training.labels.values), 0.3);
  for (const double p : result.prediction.probability) EXPECT_GE(p, 0.5);
}

TEST(ExpectedAfter, LiesBetweenWhatWasExpectedAndWhatWasSeen) {
  EXPECT_EQ(expected_after({0, 0}, 0.25, 10, 2), 0.25);
  EXPECT_NEAR(expected_after({1000000, 500000}, 0.01, 1000000, 2), 0.5, 1e-4);
  const double after = expected_after({50, 40}, 0.02, 50, 5);
  EXPECT_GT(after, 0.02);
  EXPECT_LT(after, 0.2 * (1.0 - 5.0 / 50.0));
}

// 20 held-out labels count as 0.4 (20 + 5) = 10: Beta(1, 9) has the distribution function 1 - (1 - x)^9.
TEST(ErrorInterval, HasTheQuantilesOfABetaDistribution) {
  const ErrorInterval interval = error_interval(0.1, 20, 1'000'000'000);
  EXPECT_NEAR(interval.low, 1.0 - std::pow(0.95, 1.0 / 9.0), 1e-8);
  EXPECT_NEAR(interval.high, 1.0 - std::pow(0.05, 1.0 / 9.0), 1e-8);
}

TEST(ErrorInterval, ShrinksWithTheTrial) {
  const ErrorInterval small = error_interval(0.1, 10, 500);
  const ErrorInterval large = error_interval(0.1, 1000, 500);
  EXPECT_LT(large.high - large.low, 0.3 * (small.high - small.low));
  EXPECT_GT(large.low, small.low);
}

// The same interval as above, 0.0057 to 0.283.
TEST(ErrorInterval, IsOfWholeLabels) {
  EXPECT_EQ(error_interval(0.1, 20, 100).low, 0.0);
  EXPECT_EQ(error_interval(0.1, 20, 100).high, 0.29);
  EXPECT_EQ(error_interval(0.1, 20, 1000).low, 0.005);
}

TEST(ErrorInterval, IsDefinedWhereNoOrEveryErrorIsExpected) {
  EXPECT_EQ(error_interval(0.0, 100, 500).low, 0.0);
  EXPECT_LT(error_interval(0.0, 100, 500).high, 3e-3);
  EXPECT_EQ(error_interval(1.0, 100, 500).high, 1.0);
  EXPECT_GT(error_interval(1.0, 100, 500).low, 0.997);
}

TEST(ErrorInterval, HasTheExpectedErrorInIt) {
  const TrainingSet training = partly_labeled(make_curves(4, 30, 6, 35), 3);
  FitOptions rounds;
  rounds.rounds = 5;
  FitOptions few_centers;
  few_centers.max_centers = 50;
  for (const FitOptions& options : {FitOptions{}, rounds, few_centers}) {
    const FitResult result = fit(training, options);
    const double expected = *expected_error(result.prediction, training.labels.values);
    ASSERT_TRUE(result.report.error_interval);
    EXPECT_LE(result.report.error_interval->low, expected);
    EXPECT_GE(result.report.error_interval->high, expected);
  }
  EXPECT_FALSE(fit(partly_labeled(make_curves(4, 30, 6, 35), 30), {}).report.error_interval);
}

bool has_caution(const FitResult& result) {
  return std::ranges::any_of(result.report.decisions, [](const std::string& sentence) {
    return sentence.starts_with("warning: the error is hardly known");
  });
}

TEST(ErrorInterval, IsNamedInACautionWhereItIsWide) {
  testing::Curves clouds{testing::random_matrix(120, 4, 36), {}};
  for (Index i = 0; i < 120; ++i) {
    clouds.classes.push_back(static_cast<int>(i % 2));
    clouds.samples(i, 0) += static_cast<double>(i % 2);
  }
  EXPECT_TRUE(has_caution(fit(partly_labeled(clouds, 3), {})));
  EXPECT_FALSE(has_caution(fit(partly_labeled(make_curves(4, 60, 21, 37), 20), {})));
}

TEST(Tempering, MeetsTheErrorThatIsExpected) {
  Matrix probabilities = testing::random_matrix(200, 4, 34).cwiseAbs();
  std::vector<int> classes(200);
  double own = 0.0;
  for (Index i = 0; i < 200; ++i) {
    probabilities.row(i) /= probabilities.row(i).sum();
    Index best = 0;
    own += (1.0 - probabilities.row(i).maxCoeff(&best)) / 200.0;
    classes[i] = static_cast<int>(best);
  }
  EXPECT_NEAR(tempering(probabilities, classes, own), 1.0, 1e-9);
  for (const double wanted : {0.05, 0.2, 0.7}) {
    const double temperature = tempering(probabilities, classes, wanted);
    double found = 0.0;
    for (Index i = 0; i < 200; ++i) {
      const Eigen::RowVectorXd powers = probabilities.row(i).array().pow(1.0 / temperature);
      found += (1.0 - powers(classes[i]) / powers.sum()) / 200.0;
    }
    EXPECT_NEAR(found, wanted, 1e-9);
  }
}

}  // namespace hold_out_test
}  // namespace sosi
