// SPDX-License-Identifier: BSD-3-Clause
// What fit does with settings that are left open.
#include "tune/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "fit/decide.hpp"
#include "problems.hpp"
#include "sosi/data/samples.hpp"
#include "sosi/fit/fit.hpp"
#include "sosi/graph/distances.hpp"
#include "tune/search_space.hpp"

namespace sosi {
namespace search_test {

using testing::make_curves;
using testing::partly_labeled;

testing::Curves curves() {
  return make_curves(4, 40, 21, 91);
}

double error_of(const FitResult& result, const std::vector<int>& truth) {
  int n_wrong = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) n_wrong += result.prediction.classes[i] != truth[i] ? 1 : 0;
  return static_cast<double>(n_wrong) / static_cast<double>(truth.size());
}

FitOptions with_effort(Effort effort) {
  FitOptions options;
  options.effort = effort;
  return options;
}

// Of a search on the curves, in three dimensions.
SearchCost cost_of(const FitOptions& options) {
  return search_cost(search_space(options, options, true), 3);
}

TEST(Search, LabelsCurvesFromTwoLabelsAClass) {
  const auto data = curves();
  EXPECT_LE(error_of(fit(partly_labeled(data, 2), {}), data.classes), 0.02);
}

TEST(Search, WeighsTheMostConsistentRunsMost) {
  const FitReport report = fit(partly_labeled(curves(), 3), {}).report;
  ASSERT_GT(report.search.size(), 40U);
  double sum = 0.0;
  double doubt = 0.0;
  for (const SearchRun& run : report.search) {
    sum += run.weight;
    doubt += run.doubt_weight;
    EXPECT_GE(run.disagreement, 0.0);
    EXPECT_LE(run.disagreement, 1.0);
  }
  EXPECT_NEAR(sum, 1.0, 1e-12);
  EXPECT_NEAR(doubt, 1.0, 1e-12);
  EXPECT_TRUE(std::ranges::is_sorted(report.search, {}, &SearchRun::inconsistency));
  EXPECT_TRUE(std::ranges::is_sorted(report.search, std::ranges::greater(), &SearchRun::weight));
}

TEST(Search, HasTheSameBitsForAnyThreads) {
  const TrainingSet training = partly_labeled(make_curves(3, 25, 9, 92), 2);
  const FitResult expected = fit(training, {}, {.n_threads = 1});
  for (const int n_threads : {2, 3}) {
    const FitResult result = fit(training, {}, {.n_threads = n_threads});
    EXPECT_EQ(result.model.rbf_map().coefficients(), expected.model.rbf_map().coefficients());
    EXPECT_EQ(result.report.decisions, expected.report.decisions);
  }
}

TEST(Search, LeavesItsSettingsInTheModel) {
  const OptionTexts texts = fit(partly_labeled(curves(), 3), {}).model.options();
  const FitOptions used = parse_options<FitOptions>(texts);
  EXPECT_TRUE(used.embedding);
  EXPECT_TRUE(used.selection);
  EXPECT_TRUE(used.labeler);
  EXPECT_EQ(used.rounds, kSearchRounds);
  EXPECT_EQ(used.class_proportions.source, ClassProportions::Source::equal);
}

TEST(Search, LeavesAloneWhatIsGiven) {
  const TrainingSet training = partly_labeled(curves(), 3);
  FitOptions options;
  options.embedding = "laplacian";
  options.scale = *OptionText<ScaleChoice>::parse("0.8");
  options.selection = Selection::quota;
  const FitResult result = fit(training, options);
  ASSERT_FALSE(result.report.search.empty());
  for (const SearchRun& run : result.report.search) {
    EXPECT_EQ(run.embedding, "laplacian");
    EXPECT_NEAR(run.scale, 0.8, 1e-12);
    EXPECT_EQ(run.selection, Selection::quota);
  }
  for (const std::string& sentence : result.report.decisions) {
    for (const char* setting : {"embedding:", "scale", "selection:"})
      EXPECT_FALSE(sentence.starts_with(setting));
  }
}

TEST(Search, IsNotDisturbedBySamplesThatAreNearlyCopies) {
  const auto data = curves();
  TrainingSet training = partly_labeled(data, 2);
  const FitResult expected = fit(training, {});
  training.samples.row(100) = training.samples.row(104) * (1.0 + 1e-9);  // of the same class
  const FitResult result = fit(training, {});
  EXPECT_GT(result.report.search.size(), 40U);
  EXPECT_LE(error_of(result, data.classes), error_of(expected, data.classes) + 0.01);
}

TEST(Search, GoesToSmallerScalesWhereFeaturesAreFew) {
  const auto data = make_curves(2, 120, 2, 96);
  const FitResult result = fit(partly_labeled(data, 4), {});
  ASSERT_FALSE(result.report.search.empty());
  EXPECT_LT(result.report.search.front().scale, 0.35);
}

TEST(Search, TriesScalesByDimensionFromTwoLabelsAClassOn) {
  const auto most_scales = [](const TrainingSet& training, const FitOptions& options) {
    const FitReport report = fit(training, options).report;
    return std::ranges::max(report.search, {}, &SearchRun::n_scales).n_scales;
  };
  const TrainingSet training = partly_labeled(curves(), 4);
  EXPECT_GT(most_scales(training, {}), 1);
  EXPECT_LE(most_scales(training, {}), cost_of({}).most_systems);
  EXPECT_EQ(most_scales(training, with_effort(Effort::quick)), 1);
  EXPECT_EQ(most_scales(partly_labeled(curves(), 1), {}), 1);
}

TEST(Search, SaysWhereNoVoteIsPossible) {
  FitOptions options;
  options.scale = *OptionText<ScaleChoice>::parse("50");
  const FitReport report = fit(partly_labeled(curves(), 3), options).report;
  EXPECT_TRUE(report.search.empty());
  ASSERT_FALSE(report.decisions.empty());
  EXPECT_TRUE(report.decisions.front().starts_with("no hyperparameter search:"));
  options = {};
  options.refit_scale = true;
  EXPECT_TRUE(fit(partly_labeled(curves(), 3), options)
                  .report.decisions.front()
                  .starts_with("no hyperparameter search:"));
}

TEST(Search, IsNotMadeWhereNothingIsOpenOrRoundsAreGiven) {
  FitOptions options;
  EXPECT_TRUE(decide(options, 10, 100).has_search());
  EXPECT_FALSE(decide(options, 10, 0).has_search());
  options.rounds = 10;
  EXPECT_FALSE(decide(options, 10, 100).has_search());
  options.rounds.reset();
  options.embedding = "fisher";
  options.selection = Selection::confidence;
  options.labeler = Labeler::map;
  EXPECT_TRUE(decide(options, 10, 100).has_search());
  options.scale.rule = ScaleRule::loo;
  EXPECT_FALSE(decide(options, 10, 100).has_search());
}

TEST(Search, CostsWhatItsEffortSays) {
  const TrainingSet training = partly_labeled(curves(), 3);
  constexpr int kMoreProbes = 20;  // at scales below the smallest, with both embeddings
  std::size_t before = 0;
  for (const Effort effort : {Effort::quick, Effort::normal, Effort::thorough}) {
    const FitOptions options = with_effort(effort);
    const std::size_t n_runs = fit(training, options).report.search.size();
    EXPECT_LE(n_runs, static_cast<std::size_t>(cost_of(options).n_runs + kMoreProbes));
    EXPECT_GT(n_runs, before);
    before = n_runs;
  }
}

TEST(Search, DecidesWithOneLabelAClassAndSaysHowLittleItKnows) {
  const auto data = curves();
  const FitResult result = fit(partly_labeled(data, 1), {});
  EXPECT_LE(error_of(result, data.classes), 0.25);
  EXPECT_TRUE(std::ranges::any_of(result.report.decisions, [](const std::string& sentence) {
    return sentence.starts_with("warning: a class has only 1 label");
  }));
}

TEST(Search, WarnsOfFewLabelsOnly) {
  const auto warns = [](int n_labels) {
    const FitReport report = fit(partly_labeled(curves(), n_labels), with_effort(Effort::quick)).report;
    return std::ranges::any_of(report.decisions,
                               [](const std::string& sentence) { return sentence.starts_with("warning"); });
  };
  EXPECT_TRUE(warns(3));
  EXPECT_FALSE(warns(4));
}

TEST(Search, IsReckonedWithBeforeItStarts) {
  const TrainingSet training = partly_labeled(curves(), 3);
  const FitReport report = fit(training, {}).report;
  FitOptions alone;
  alone.rounds = kSearchRounds;
  alone.scale = *OptionText<ScaleChoice>::parse("1");
  const FitReport single = fit(training, alone).report;
  EXPECT_GT(report.predicted_memory, single.predicted_memory);
  EXPECT_GT(report.search_work, 1.0);
  EXPECT_EQ(single.search_work, 0.0);
}

TEST(Search, GoesByTheProportionsThatAreGiven) {
  FitOptions options;
  options.class_proportions = {ClassProportions::Source::given, {1.0, 2.0, 3.0, 4.0}};
  const FitResult result = fit(partly_labeled(curves(), 3), options);
  const ClassProportions used = parse_options<FitOptions>(result.model.options()).class_proportions;
  EXPECT_EQ(used.source, ClassProportions::Source::given);
  EXPECT_EQ(used.given, options.class_proportions.given);
  for (const SearchRun& run : result.report.search) EXPECT_GE(run.quota_weight, 0.2);
}

// Few features, and curves that cross each other: runs disagree.
TEST(Search, GivesEverySampleTheClassWithTheMostVotes) {
  const auto data = make_curves(3, 40, 3, 95);
  const TrainingSet training = partly_labeled(data, 3);
  FitOptions options;
  options.normalize = NormalizationKind::none;
  const FitResult result = fit(training, options);

  ThreadPool threads(2);
  const Partition partition = partition_rows(training.samples, training.labels);
  std::vector<int> classes;
  for (const Row row : partition.labeled) classes.push_back(training.labels.values[row]);
  const SampleSet samples(training.samples, partition.rows(), classes);
  const SampleDistances distances(samples, samples.size(), threads);
  const Matrix between = distances.to_labeled().topRows(samples.n_labeled());
  const Decisions decisions = decide(options, samples.n_labeled(), samples.n_unlabeled());
  ASSERT_TRUE(decisions.has_search());
  std::vector<NamedEmbedding> embeddings;
  for (const std::string& name : decisions.space->embeddings) {
    EmbeddingOptions how;
    how.embedding = name;
    embeddings.push_back({name, embed(between, classes, how).coordinates});
  }
  const auto found =
      search_hyperparameters({&samples, distances.all(), embeddings, median_distances(between).distance,
                              &*decisions.space, options, options, search_rounds(options, samples)},
                             *make_backend(Device::cpu, threads), {.progress = [](double) {}});
  ASSERT_TRUE(found);
  const std::vector<int> voted = found->vote.classes();
  Index n_divided = 0;
  for (std::size_t u = 0; u < voted.size(); ++u) {
    EXPECT_EQ(result.prediction.classes[partition.unlabeled[u]], voted[u]);
    if (found->vote.shares.row(static_cast<Index>(u)).maxCoeff() < 0.9) ++n_divided;
  }
  EXPECT_GT(n_divided, 0);
}

TEST(Search, DecidesOnAPartOfManySamples) {
  const auto data = make_curves(3, 870, 12, 96);
  FitOptions options = with_effort(Effort::quick);
  options.max_centers = 300;
  const FitResult result = fit(partly_labeled(data, 3), options);
  EXPECT_FALSE(result.report.search.empty());
  EXPECT_EQ(result.model.rbf_map().n_centers(), 300);
  EXPECT_EQ(result.report.trial.n_held_out, 9);
  EXPECT_TRUE(std::ranges::any_of(result.report.decisions, [](const std::string& sentence) {
    return sentence.starts_with("the search used 2491 of 2601 unlabeled samples");
  }));
  EXPECT_LE(error_of(result, data.classes), 0.05);
}

TEST(Search, GivesAModelThatInterpolatesTheLabeledSamples) {
  const TrainingSet training = partly_labeled(curves(), 3);
  const Model model = fit(training, {}).model;
  EXPECT_LT(model.diagnostics().kernel.interpolation_error, 1e-8);
  const Classification predicted = model.predict(training.samples);
  for (std::size_t row = 0; row < training.labels.values.size(); ++row) {
    if (training.labels.values[row] == kUnlabeled) continue;
    EXPECT_EQ(predicted.classes[row], training.labels.values[row]);
  }
}

}  // namespace search_test
}  // namespace sosi
