// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/fit/fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <string>

#include "problems.hpp"
#include "sosi/fit/study.hpp"

namespace sosi {
namespace fit_test {

using testing::make_curves;
using testing::partly_labeled;

testing::Curves curves() {
  return make_curves(4, 40, 21, 91);
}

// The paper's rounds, at a scale.
FitOptions with_scale(const char* scale) {
  FitOptions options;
  options.rounds = 10;
  options.scale = *OptionText<ScaleChoice>::parse(scale);
  return options;
}

std::string refusal(const TrainingSet& training, const FitOptions& options = {}) {
  try {
    fit(training, options);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Fit, LabelsCurvesThatPlainNeighborsConfuse) {
  const auto data = curves();
  const FitResult result = fit(partly_labeled(data, 6), with_scale("0.7"));
  int n_wrong = 0;
  for (std::size_t i = 0; i < data.classes.size(); ++i)
    n_wrong += result.prediction.classes[i] != data.classes[i] ? 1 : 0;
  EXPECT_LE(n_wrong, 3);
  EXPECT_EQ(result.report.rounds.size(), 10U);
  EXPECT_EQ(result.report.rounds.back().n_centers, 160);
  EXPECT_LT(result.model.diagnostics().kernel.interpolation_error, 1e-8);
}

TEST(Fit, GivesTheSameBitsInWhateverMemoryItIsDone) {
  const TrainingSet training = partly_labeled(make_curves(4, 250, 10, 94), 5);
  FitOptions all_become_centers = with_scale("0.9,1.1,1.3");
  all_become_centers.max_centers = 1000;  // else as many as memory allows
  FitOptions some_do = all_become_centers;
  some_do.stop_fraction = 0.4;
  FitOptions few_do = all_become_centers;
  few_do.max_centers = 300;
  for (const FitOptions& options : {all_become_centers, some_do, few_do}) {
    const FitResult expected = fit(training, options);
    std::set<std::string> plans = {expected.report.plan};
    std::size_t memory = expected.report.predicted_memory;
    for (;;) {
      Execution execution;
      execution.max_memory = --memory;
      try {
        const FitResult result = fit(training, options, execution);
        EXPECT_LT(result.report.predicted_memory, memory + 1);
        EXPECT_EQ(result.model.rbf_map().coefficients(), expected.model.rbf_map().coefficients());
        EXPECT_EQ(result.prediction.confidence, expected.prediction.confidence);
        plans.insert(result.report.plan);
        memory = result.report.predicted_memory;
      } catch (const MemoryRefused&) {
        break;
      }
    }
    EXPECT_GE(plans.size(), 2U);
  }
}

TEST(Fit, SaysHowManyCentersFitWhenMemoryDoesNotDo) {
  const TrainingSet training = partly_labeled(make_curves(4, 500, 10, 95), 5);
  FitOptions options = with_scale("1");
  options.max_centers = 2000;
  Execution execution{.n_threads = 2};  // each takes memory of its own
  execution.max_memory = std::size_t{16} << 20;
  std::string sentence;
  try {
    fit(training, options, execution);
  } catch (const MemoryRefused& error) {
    sentence = error.what();
  }
  const std::size_t number = sentence.find("max_centers = ");
  ASSERT_NE(number, std::string::npos) << sentence;
  options.max_centers = std::stoi(sentence.substr(number + 14));
  EXPECT_LE(fit(training, options, execution).report.predicted_memory, *execution.max_memory);
  options.max_centers = *options.max_centers * 5 / 4;  // the advice leaves something to others
  EXPECT_THROW(fit(training, options, execution), MemoryRefused);
}

TEST(Fit, LetsAsManySamplesTakePartAsMemoryAllows) {
  const auto data = make_curves(4, 500, 10, 95);
  const TrainingSet training = partly_labeled(data, 5);
  Execution execution{.n_threads = 2};  // each takes memory of its own
  execution.max_memory = std::size_t{16} << 20;
  const FitResult result = fit(training, with_scale("1"), execution);
  const Index n_centers = result.model.rbf_map().n_centers();
  EXPECT_GT(n_centers, 100);
  EXPECT_LT(n_centers, 2000);
  EXPECT_LE(result.report.predicted_memory, *execution.max_memory);
  EXPECT_TRUE(std::ranges::any_of(result.report.decisions, [&](const std::string& sentence) {
    return contains(sentence,
                    std::to_string(n_centers) + " of 2000 samples take part in the fit, as many as memory");
  }));
  // The others are labeled by the map, and so are all of them when it is asked again.
  EXPECT_EQ(result.prediction.classes, result.model.predict(training.samples).classes);
  EXPECT_LE(*error_rate(result.prediction.classes, data.classes, training.labels.values), 0.05);
}

TEST(Fit, LabelsAllSamplesFromFewCenters) {
  const auto data = make_curves(4, 250, 10, 96);
  FitOptions options = with_scale("0.7");
  options.max_centers = 100;
  const FitResult result = fit(partly_labeled(data, 6), options);
  EXPECT_EQ(result.model.rbf_map().n_centers(), 100);
  EXPECT_EQ(result.report.rounds[5].n_centers, 100);
  int n_wrong = 0;
  for (std::size_t i = 0; i < data.classes.size(); ++i)
    n_wrong += result.prediction.classes[i] != data.classes[i] ? 1 : 0;
  EXPECT_LE(n_wrong, 30);
}

TEST(Fit, TellsItsProgressFromCountedWork) {
  std::vector<double> fractions;
  Execution execution;
  execution.progress = [&](const Progress& progress) {
    if (!progress.round) return true;
    fractions.push_back(progress.fraction);
    EXPECT_GE(progress.seconds_left.value_or(0.0), 0.0);
    return true;
  };
  fit(partly_labeled(make_curves(4, 200, 10, 97), 5), with_scale("1"), execution);
  ASSERT_EQ(fractions.size(), 10U);
  EXPECT_TRUE(std::ranges::is_sorted(fractions));
  EXPECT_LT(fractions[1], 0.2);  // the first rounds are small, the last one evaluates f everywhere
  EXPECT_LT(fractions[8], 0.9);
  EXPECT_GT(fractions.back(), 0.9);
  EXPECT_LE(fractions.back(), 1.0);
}

TEST(Fit, GivesTheSameBitsForAnyThreads) {
  for (const char* scale : {"loo", "regularizer", "ratio", "0.9,1.1,1.3"}) {
    FitOptions options = with_scale(scale);
    const TrainingSet training = partly_labeled(curves(), 5);
    const FitResult expected = fit(training, options, {.n_threads = 1});
    for (int n = 2; n <= 4; ++n) {
      const FitResult result = fit(training, options, {.n_threads = n});
      EXPECT_EQ(result.model.rbf_map().coefficients(), expected.model.rbf_map().coefficients());
      EXPECT_EQ(result.model.rbf_map().scales(), expected.model.rbf_map().scales());
      EXPECT_EQ(result.prediction.classes, expected.prediction.classes);
      EXPECT_EQ(result.prediction.confidence, expected.prediction.confidence);
    }
  }
}

TEST(Fit, SaysOfEveryUnlabeledRowWhatItsModelPredicts) {
  for (const auto kind : {NormalizationKind::unit, NormalizationKind::standard, NormalizationKind::none}) {
    FitOptions options;
    options.normalize = kind;
    options.stop_fraction = 0.6;
    TrainingSet training = partly_labeled(curves(), 5);
    training.samples.row(150) = training.samples.row(0);    // an unlabeled copy of a labeled sample
    training.samples.row(140) = training.samples.row(139);  // and of an unlabeled one
    const FitResult result = fit(training, options);
    EXPECT_EQ(result.model.diagnostics().n_duplicates, 2);
    const Classification predicted = result.model.predict(training.samples, {.n_threads = 2});
    for (std::size_t i = 0; i < training.labels.values.size(); ++i) {
      if (training.labels.values[i] != kUnlabeled) {
        EXPECT_EQ(result.prediction.classes[i], training.labels.values[i]);
        continue;
      }
      EXPECT_EQ(predicted.classes[i], result.prediction.classes[i]);
      EXPECT_EQ(predicted.confidence[i], result.prediction.confidence[i]);
      const Classification alone = result.model.predict(training.samples.row(static_cast<Index>(i)));
      EXPECT_EQ(alone.confidence[0], predicted.confidence[i]);
    }
    EXPECT_EQ(result.prediction.classes[150], training.labels.values[0]);
    EXPECT_EQ(result.prediction.confidence[140], result.prediction.confidence[139]);
  }
}

TEST(Fit, MergesEqualSamplesOfOneClass) {
  TrainingSet training = partly_labeled(curves(), 5);
  const FitResult without = fit(training, {});
  const Index n = training.samples.rows();
  training.samples.conservativeResize(n + 1, Eigen::NoChange);
  training.samples.row(n) = training.samples.row(2);
  training.labels.values.push_back(training.labels.values[2]);
  const FitResult with = fit(training, {});
  EXPECT_EQ(with.model.diagnostics().n_duplicates, 1);
  EXPECT_EQ(with.model.rbf_map().coefficients(), without.model.rbf_map().coefficients());
}

TEST(Fit, RefusesEqualSamplesOfTwoClassesNamingBoth) {
  TrainingSet training = partly_labeled(curves(), 5);
  training.samples.row(5) = training.samples.row(2);
  const std::string message = refusal(training);
  EXPECT_TRUE(contains(message, "rows 2 and 5")) << message;
  training.row_numbers.resize(training.samples.rows());
  std::iota(training.row_numbers.begin(), training.row_numbers.end(), Index{100});
  EXPECT_TRUE(contains(refusal(training), "rows 102 and 105"));
}

TEST(Fit, RefusesBadInputByName) {
  const TrainingSet good = partly_labeled(curves(), 5);
  TrainingSet bad = good;
  bad.samples(7, 3) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(contains(refusal(bad), "row 7, column 3 (from 0)"));
  bad.samples(7, 3) = -std::numeric_limits<double>::infinity();
  EXPECT_TRUE(contains(refusal(bad), "-inf"));
  bad.samples(7, 3) = 1e200;
  EXPECT_TRUE(contains(refusal(bad), "1e+200"));
  bad = good;
  bad.labels.values.pop_back();
  EXPECT_TRUE(contains(refusal(bad), "160 samples but 159 labels"));
  bad = good;
  bad.labels.values.assign(160, kUnlabeled);
  EXPECT_TRUE(contains(refusal(bad), "no sample is labeled"));
  bad.labels.values[3] = 3;
  EXPECT_TRUE(contains(refusal(bad), "two classes"));
  bad = good;
  bad.samples.resize(0, 9);
  EXPECT_TRUE(contains(refusal(bad), "empty"));
  FitOptions options;
  options.n_components = 20;
  EXPECT_TRUE(contains(refusal(good, options), "n_components = 20: must be at most 19"));
  options = {};
  options.max_centers = 3;
  EXPECT_TRUE(contains(refusal(good, options), "max_centers = 3"));
  options = {};
  options.class_proportions = *OptionText<ClassProportions>::parse("1,2");
  EXPECT_TRUE(contains(refusal(good, options), "must be 4 numbers"));
}

TEST(Fit, RefusesScalesAndSamplesThatDoublesCannotHold) {
  const TrainingSet good = partly_labeled(curves(), 5);
  for (const char* scale : {"1e-300", "1e300", "1e-160abs"}) {
    EXPECT_TRUE(contains(refusal(good, with_scale(scale)), "its square")) << scale;
  }
  TrainingSet tiny = good;
  tiny.samples *= 1e-160;
  EXPECT_TRUE(contains(refusal(tiny), "too close together"));
  FitOptions unit;
  unit.normalize = NormalizationKind::unit;
  EXPECT_EQ(refusal(tiny, unit), "accepted");
}

TEST(Fit, TakesNothingUnlabeled) {
  for (const auto method : {"laplacian", "fisher"}) {
    FitOptions options;
    options.embedding = method;
    const FitResult all = fit(partly_labeled(curves(), 40), options);
    EXPECT_EQ(all.prediction.classes, curves().classes);
    EXPECT_EQ(all.model.rbf_map().n_centers(), 160);
  }
}

TEST(Fit, TakesAnEmbeddingOfOnesOwn) {
  const TrainingSet learned = partly_labeled(curves(), 5);
  FitOptions options = with_scale("1.1");
  const FitResult expected = fit(learned, options);
  TrainingSet given = learned;
  given.embedding = embed_labeled(learned, options);
  options.embedding = "precomputed";
  const FitResult result = fit(given, options);
  EXPECT_EQ(result.model.rbf_map().coefficients(), expected.model.rbf_map().coefficients());
  given.embedding.conservativeResize(19, Eigen::NoChange);
  EXPECT_TRUE(contains(refusal(given, options), "one row per labeled sample, 20"));
}

TEST(Fit, GoesOnWhereTheCallbackReturnsNothing) {
  int n_rounds = 0;
  Execution execution;
  execution.progress = [&](const Progress& progress) { n_rounds += progress.round ? 1 : 0; };
  fit(partly_labeled(curves(), 5), with_scale("1"), execution);
  EXPECT_EQ(n_rounds, 10);
  EXPECT_FALSE(ProgressCallback(std::function<bool(const Progress&)>()));
}

TEST(Fit, StopsWhenToldTo) {
  Execution execution;
  int n_rounds = 0;
  execution.progress = [&](const Progress& progress) { return !progress.round || ++n_rounds < 3; };
  EXPECT_THROW(fit(partly_labeled(curves(), 5), {}, execution), Cancelled);
  EXPECT_EQ(n_rounds, 3);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_THROW(fit(partly_labeled(curves(), 5), {}, {.n_threads = 2, .stop = stop.get_token()}), Cancelled);
}

TEST(Fit, RefusesWhatDoesNotFitIntoMemory) {
  Execution execution;
  execution.max_memory = 1 << 20;
  EXPECT_THROW(fit(partly_labeled(curves(), 5), {}, execution), MemoryRefused);
  EXPECT_THROW(embed_labeled(partly_labeled(curves(), 5), {}, execution), MemoryRefused);
}

TEST(Fit, EveryOptionOfTheLoopDoesWhatItSays) {
  const TrainingSet training = partly_labeled(curves(), 5);
  FitOptions options = with_scale("loo");
  options.rounds = 4;
  options.max_centers = 70;
  EXPECT_EQ(fit(training, options).model.rbf_map().n_centers(), 70);
  options.max_centers.reset();
  options.refit_scale = true;
  const FitResult refitted = fit(training, options);
  options.refit_scale = false;
  EXPECT_NE(refitted.model.rbf_map().scales(), fit(training, options).model.rbf_map().scales());
  options.ridge = 0.1;
  EXPECT_GT(fit(training, options).model.diagnostics().kernel.interpolation_error, 1e-4);
}

}  // namespace fit_test
}  // namespace sosi
