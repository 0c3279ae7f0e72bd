// SPDX-License-Identifier: BSD-3-Clause
// What fit does with settings that are left open.
#include "tune/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "problems.hpp"
#include "sosi/data/samples.hpp"
#include "sosi/graph/distances.hpp"
#include "tune/search_space.hpp"

namespace sosi {
namespace {

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

Execution with_threads(int n_threads) {
  Execution execution;
  execution.n_threads = n_threads;
  return execution;
}

TEST(Committee, LabelsCurvesFromTwoLabelsAClass) {
  const auto data = curves();
  EXPECT_LE(error_of(fit(partly_labeled(data, 2), {}), data.classes), 0.02);
}

TEST(Committee, WeighsTheMostConsistentMembersMost) {
  const FitReport report = fit(partly_labeled(curves(), 3), {}).report;
  ASSERT_GT(report.search.size(), 40U);
  double sum = 0.0;
  for (const SearchRun& member : report.search) sum += member.weight;
  EXPECT_NEAR(sum, 1.0, 1e-12);
  EXPECT_TRUE(std::ranges::is_sorted(report.search, {}, &SearchRun::inconsistency));
  EXPECT_TRUE(std::ranges::is_sorted(report.search, std::ranges::greater(), &SearchRun::weight));
}

TEST(Committee, HasTheSameBitsForAnyThreads) {
  const TrainingSet training = partly_labeled(make_curves(3, 25, 9, 92), 2);
  const FitResult expected = fit(training, {}, with_threads(1));
  for (const int n_threads : {2, 3}) {
    const FitResult result = fit(training, {}, with_threads(n_threads));
    EXPECT_EQ(result.model.rbf_map().coefficients(), expected.model.rbf_map().coefficients());
    EXPECT_EQ(result.report.decisions, expected.report.decisions);
  }
}

TEST(Committee, LeavesItsSettingsInTheModel) {
  const FitOptions used = fit(partly_labeled(curves(), 3), {}).model.options();
  EXPECT_TRUE(used.embedding.embedding);
  EXPECT_TRUE(used.selection);
  EXPECT_TRUE(used.labeler);
  EXPECT_EQ(used.rounds, kCommitteeRounds);
  EXPECT_EQ(used.class_proportions.source, ClassProportions::Source::equal);
}

TEST(Committee, LeavesAloneWhatIsGiven) {
  const TrainingSet training = partly_labeled(curves(), 3);
  FitOptions options;
  options.embedding = "laplacian";
  options.scale = *OptionText<ScaleChoice>::parse("0.8");
  options.selection = Selection::quota;
  const FitResult result = fit(training, options);
  ASSERT_FALSE(result.report.search.empty());
  for (const SearchRun& member : result.report.search) {
    EXPECT_EQ(member.embedding, "laplacian");
    EXPECT_NEAR(member.scale, 0.8, 1e-12);
    EXPECT_EQ(member.selection, Selection::quota);
  }
  for (const std::string& sentence : result.report.decisions) {
    for (const char* setting : {"embedding:", "scale", "selection:"})
      EXPECT_FALSE(sentence.starts_with(setting));
  }
}

TEST(Committee, IsNotDisturbedBySamplesThatAreNearlyCopies) {
  const auto data = curves();
  TrainingSet training = partly_labeled(data, 2);
  const FitResult expected = fit(training, {});
  training.samples.row(100) = training.samples.row(104) * (1.0 + 1e-9);  // of the same class
  const FitResult result = fit(training, {});
  EXPECT_GT(result.report.search.size(), 40U);
  EXPECT_LE(error_of(result, data.classes), error_of(expected, data.classes) + 0.01);
}

TEST(Committee, GoesToSmallerScalesWhereFeaturesAreFew) {
  const auto data = make_curves(2, 120, 2, 96);
  const FitResult result = fit(partly_labeled(data, 4), {});
  ASSERT_FALSE(result.report.search.empty());
  EXPECT_LT(result.report.search.front().scale, 0.35);
}

TEST(Committee, TriesScalesByDimensionFromTwoLabelsAClassOn) {
  const auto most_scales = [](const TrainingSet& training, const FitOptions& options) {
    const FitReport report = fit(training, options).report;
    return std::ranges::max(report.search, {}, &SearchRun::n_scales).n_scales;
  };
  const TrainingSet training = partly_labeled(curves(), 4);
  EXPECT_GT(most_scales(training, {}), 1);
  EXPECT_LE(most_scales(training, {}), committee_cost({}, 3).most_systems);
  EXPECT_EQ(most_scales(training, with_effort(Effort::quick)), 1);
  EXPECT_EQ(most_scales(partly_labeled(curves(), 1), {}), 1);
}

TEST(Committee, SaysWhereNoVoteIsPossible) {
  FitOptions options;
  options.scale = *OptionText<ScaleChoice>::parse("50");
  const FitReport report = fit(partly_labeled(curves(), 3), options).report;
  EXPECT_TRUE(report.search.empty());
  ASSERT_FALSE(report.decisions.empty());
  EXPECT_TRUE(report.decisions.front().starts_with("no vote:"));
  options = {};
  options.refit_scale = true;
  EXPECT_TRUE(fit(partly_labeled(curves(), 3), options).report.decisions.front().starts_with("no vote:"));
}

TEST(Committee, IsNotAskedWhereNothingIsOpenOrRoundsAreGiven) {
  FitOptions options;
  EXPECT_TRUE(wants_committee(options, {10, 100}));
  EXPECT_FALSE(wants_committee(options, {10, 0}));
  options.rounds = 10;
  EXPECT_FALSE(wants_committee(options, {10, 100}));
  options.rounds.reset();
  options.embedding = "fisher";
  options.selection = Selection::confidence;
  options.labeler = Labeler::map;
  EXPECT_TRUE(wants_committee(options, {10, 100}));
  options.scale.rule = ScaleRule::loo;
  EXPECT_FALSE(wants_committee(options, {10, 100}));
}

TEST(Committee, CostsWhatItsEffortSays) {
  const TrainingSet training = partly_labeled(curves(), 3);
  constexpr int kMoreProbes = 20;  // at scales below the smallest, with both embeddings
  std::size_t before = 0;
  for (const Effort effort : {Effort::quick, Effort::normal, Effort::thorough}) {
    const FitOptions options = with_effort(effort);
    const std::size_t n_runs = fit(training, options).report.search.size();
    EXPECT_LE(n_runs, static_cast<std::size_t>(committee_cost(options, 3).n_runs + kMoreProbes));
    EXPECT_GT(n_runs, before);
    before = n_runs;
  }
}

TEST(Committee, DecidesWithOneLabelAClassAndSaysHowLittleItKnows) {
  const auto data = curves();
  const FitResult result = fit(partly_labeled(data, 1), {});
  EXPECT_LE(error_of(result, data.classes), 0.25);
  EXPECT_TRUE(std::ranges::any_of(result.report.decisions, [](const std::string& sentence) {
    return sentence.starts_with("caution: a class has only 1 label");
  }));
}

TEST(Committee, WarnsOfFewLabelsOnly) {
  const auto warns = [](int n_labels) {
    const FitReport report = fit(partly_labeled(curves(), n_labels), with_effort(Effort::quick)).report;
    return std::ranges::any_of(report.decisions,
                               [](const std::string& sentence) { return sentence.starts_with("caution"); });
  };
  EXPECT_TRUE(warns(3));
  EXPECT_FALSE(warns(4));
}

TEST(Committee, IsReckonedWithBeforeItStarts) {
  const TrainingSet training = partly_labeled(curves(), 3);
  const FitReport report = fit(training, {}).report;
  FitOptions alone;
  alone.rounds = kCommitteeRounds;
  alone.scale = *OptionText<ScaleChoice>::parse("1");
  const FitReport single = fit(training, alone).report;
  EXPECT_GT(report.predicted_memory, single.predicted_memory);
  EXPECT_GT(report.search_work, 1.0);
  EXPECT_EQ(single.search_work, 0.0);
}

TEST(Committee, GoesByTheSharesThatAreGiven) {
  FitOptions options;
  options.class_proportions = {ClassProportions::Source::given, {1.0, 2.0, 3.0, 4.0}};
  const FitResult result = fit(partly_labeled(curves(), 3), options);
  const ClassProportions& used = result.model.options().class_proportions;
  EXPECT_EQ(used.source, ClassProportions::Source::given);
  EXPECT_EQ(used.given, options.class_proportions.given);
  for (const SearchRun& member : result.report.search) EXPECT_GE(member.quota_weight, 0.2);
}

// Few features, and curves that cross each other: runs disagree.
TEST(Committee, GivesEverySampleTheClassWithTheMostVotes) {
  const auto data = make_curves(3, 40, 3, 95);
  const TrainingSet training = partly_labeled(data, 3);
  FitOptions options;
  options.normalize = NormalizationKind::none;
  const FitResult result = fit(training, options);

  ThreadPool threads(2);
  const Partition partition = partition_rows(training.samples, training.labels);
  const Indices rows = partition.rows();
  const SampleDistances distances(training.samples, rows, std::ssize(rows), threads);
  const Index n_labeled = std::ssize(partition.labeled);
  const Matrix between = distances.kept().topLeftCorner(n_labeled, n_labeled);
  std::vector<int> classes;
  for (const Index row : partition.labeled) classes.push_back(training.labels.values[row]);
  std::vector<NamedEmbedding> embeddings;
  for (const EmbeddingMethod method : embeddings_to_try(options)) {
    EmbeddingOptions how;
    how.embedding = method;
    embeddings.emplace_back(method, embed(between, classes, how).coordinates);
  }
  const double median = median_distances(between).distance;
  const auto verdict = deliberate(
      {&training.samples, rows, &distances, embeddings, classes, median, &options}, threads, [](double) {});
  ASSERT_TRUE(verdict);
  const std::vector<int> voted = most_voted(verdict->votes);
  Index n_divided = 0;
  for (std::size_t u = 0; u < voted.size(); ++u) {
    EXPECT_EQ(result.prediction.classes[partition.unlabeled[u]], voted[u]);
    if (verdict->votes.row(static_cast<Index>(u)).maxCoeff() < 0.9) ++n_divided;
  }
  EXPECT_GT(n_divided, 0);
}

TEST(Committee, DecidesOnAPartOfManySamples) {
  const auto data = make_curves(3, 870, 12, 96);
  FitOptions options = with_effort(Effort::quick);
  options.max_centers = 300;
  const FitResult result = fit(partly_labeled(data, 3), options);
  EXPECT_FALSE(result.report.search.empty());
  EXPECT_EQ(result.model.rbf_map().n_centers(), 300);
  EXPECT_EQ(result.report.trial.n_held_out, 9);
  EXPECT_TRUE(std::ranges::any_of(result.report.decisions, [](const std::string& sentence) {
    return sentence.starts_with("the vote was on 2491 of 2601 unlabeled samples");
  }));
  EXPECT_LE(error_of(result, data.classes), 0.05);
}

TEST(Committee, GivesAModelThatInterpolatesTheLabeledSamples) {
  const TrainingSet training = partly_labeled(curves(), 3);
  const Model model = fit(training, {}).model;
  EXPECT_LT(model.diagnostics().kernel.interpolation_error, 1e-8);
  ThreadPool threads(1);
  const Classification predicted = model.predict(training.samples, threads);
  for (std::size_t row = 0; row < training.labels.values.size(); ++row) {
    if (training.labels.values[row] == kUnlabeled) continue;
    EXPECT_EQ(predicted.classes[row], training.labels.values[row]);
  }
}

TEST(Committee, IsAskedAgainByAFitThatGoesOn) {
  const TrainingSet training = partly_labeled(make_curves(3, 25, 9, 94), 2);
  std::shared_ptr<const FitState> state;
  Execution execution;
  execution.checkpoint = [&](const FitState& now) {
    if (now.last.n_done == 4) state = std::make_shared<const FitState>(now);
  };
  const FitResult expected = fit(training, {}, execution);
  ASSERT_TRUE(state);
  Execution going_on;
  going_on.resume = state;
  EXPECT_EQ(fit(training, {}, going_on).model.rbf_map().coefficients(),
            expected.model.rbf_map().coefficients());
}

}  // namespace
}  // namespace sosi
