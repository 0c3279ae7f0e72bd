// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/checkpoint_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "cli/program.hpp"
#include "problems.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {
namespace checkpoint_file_test {

using testing::make_curves;
using testing::partly_labeled;
using testing::ProgramFolder;

FitOptions options_with(const char* scale) {
  FitOptions options;
  options.rounds = 6;
  options.scale = *OptionText<ScaleChoice>::parse(scale);
  return options;
}

std::string refusal(const std::string& path) {
  try {
    load_checkpoint(path);
  } catch (const IoError& error) {
    return error.what();
  }
  return "accepted";
}

std::string fit_refusal(const TrainingSet& training, const FitOptions& options, const FitState& state) {
  try {
    fit(training, options, {}, {.resume = std::make_shared<const FitState>(state)});
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "accepted";
}

std::vector<FitState> states_of(const TrainingSet& training, const FitOptions& options) {
  std::vector<FitState> states;
  fit(training, options, {}, {.checkpoint = [&](const FitState& state) { states.push_back(state); }});
  return states;
}

TEST(Checkpoint, LetsAFitGoOnToTheSameBitsFromEveryRound) {
  const ProgramFolder folder;
  const TrainingSet training = partly_labeled(make_curves(4, 40, 21, 91), 4);
  FitOptions quota = options_with("auto");
  quota.selection = Selection::quota;
  FitOptions refitted = options_with("loo");
  refitted.refit_scale = true;
  FitOptions early = options_with("0.9,1,1.1");
  early.stop_fraction = 0.3;
  for (const FitOptions& options : {quota, refitted, early}) {
    const FitResult expected = fit(training, options);
    const std::vector<FitState> states = states_of(training, options);
    ASSERT_EQ(states.size(), 5U);
    for (const FitState& state : states) {
      save_checkpoint(state, folder.path("state"));
      const auto state_again = std::make_shared<const FitState>(load_checkpoint(folder.path("state")));
      const FitResult result = fit(training, options, {}, {.resume = state_again});
      EXPECT_EQ(result.model.rbf_map().coefficients(), expected.model.rbf_map().coefficients());
      EXPECT_EQ(result.model.rbf_map().centers(), expected.model.rbf_map().centers());
      EXPECT_EQ(result.model.rbf_map().scales(), expected.model.rbf_map().scales());
      EXPECT_EQ(result.prediction.classes, expected.prediction.classes);
      EXPECT_EQ(result.prediction.confidence, expected.prediction.confidence);
      EXPECT_EQ(result.report.rounds.size(), 6U);
      EXPECT_EQ(result.report.rounds[0].n_centers, expected.report.rounds[0].n_centers);
    }
  }
}

TEST(Checkpoint, IsRefusedByAnotherFit) {
  const TrainingSet training = partly_labeled(make_curves(3, 20, 8, 92), 4);
  const FitOptions options = options_with("1");
  const FitState state = states_of(training, options).front();
  EXPECT_EQ(fit_refusal(training, options, state), "accepted");
  FitOptions other = options;
  other.rounds = 7;
  EXPECT_NE(fit_refusal(training, other, state).find("another fit"), std::string::npos);
  TrainingSet changed = training;
  changed.samples(50, 3) += 1.0;
  EXPECT_NE(fit_refusal(changed, options, state).find("another fit"), std::string::npos);

  const auto spoiled = [&](auto spoil) {
    FitState bad = state;
    spoil(bad.last);
    return fit_refusal(training, options, bad);
  };
  for (const std::string& answer :
       {spoiled([](RoundState& last) { last.n_done = 0; }),
        spoiled([](RoundState& last) { last.n_done = 6; }),
        spoiled([](RoundState& last) { last.centers[0] = Position(1000); }),
        spoiled([](RoundState& last) { last.centers[0] = last.centers[1]; }),
        spoiled([](RoundState& last) { std::swap(last.centers[0], last.centers[1]); }),
        spoiled([](RoundState& last) { last.classification.classes[0] = 3; }),
        spoiled([](RoundState& last) { last.classification.confidence[0] = std::nan(""); }),
        spoiled([](RoundState& last) { last.proportions.pop_back(); }),
        spoiled([](RoundState& last) { last.chosen.scales(0) = 0.0; })}) {
    EXPECT_NE(answer.find("inconsistent with this fit"), std::string::npos) << answer;
  }
}

// A fit with a search: every state is read back, and goes on to the same bits with what is left to do.
TEST(Checkpoint, CoversTheSearch) {
  const ProgramFolder folder;
  const TrainingSet training = partly_labeled(make_curves(3, 25, 9, 94), 2);
  FitOptions options;
  options.effort = Effort::quick;
  const FitResult expected = fit(training, options);
  const std::vector<FitState> states = states_of(training, options);
  const auto n_searching = static_cast<std::size_t>(
      std::ranges::count_if(states, [](const FitState& state) { return state.last.n_done == 0; }));
  ASSERT_GE(n_searching, 5U);
  EXPECT_EQ(states.size() - n_searching, 19U);  // 20 rounds
  for (std::size_t i = 0; i < states.size(); i += i < n_searching ? 1 : 6) {
    save_checkpoint(states[i], folder.path("state"));
    std::size_t n_more = 0;
    const FitHooks hooks{.checkpoint = [&](const FitState&) { ++n_more; },
                         .resume = std::make_shared<const FitState>(load_checkpoint(folder.path("state")))};
    const FitResult result = fit(training, options, {}, hooks);
    EXPECT_EQ(n_more, states.size() - 1 - i);
    EXPECT_EQ(result.model.rbf_map().coefficients(), expected.model.rbf_map().coefficients());
    EXPECT_EQ(result.prediction.class_probabilities, expected.prediction.class_probabilities);
    EXPECT_EQ(result.report.decisions, expected.report.decisions);
    EXPECT_EQ(result.report.search.size(), expected.report.search.size());
  }
}

// The search is about a part of the samples: its scales are checked against the systems of all of them.
TEST(Checkpoint, HasTheScalesOfAllSamplesAfterASearchOnAPart) {
  const TrainingSet training = partly_labeled(make_curves(3, 870, 12, 96), 3);
  FitOptions options;
  options.effort = Effort::quick;
  options.max_centers = 300;
  std::vector<std::size_t> n_scales;
  std::shared_ptr<const FitState> state;
  FitHooks hooks;
  hooks.checkpoint = [&](const FitState& now) {
    n_scales.push_back(now.search.final_scales.size());
    if (now.last.n_done == 1) state = std::make_shared<const FitState>(now);
  };
  const FitResult expected = fit(training, options, {}, hooks);
  EXPECT_EQ(n_scales.front(), 0U);
  EXPECT_EQ(n_scales.back(), 1U);
  ASSERT_TRUE(state);
  const FitResult result = fit(training, options, {}, {.resume = state});
  EXPECT_EQ(result.model.rbf_map().coefficients(), expected.model.rbf_map().coefficients());
}

TEST(Checkpoint, OfASearchIsNotTakenOnTrust) {
  const TrainingSet training = partly_labeled(make_curves(3, 20, 8, 92), 4);
  FitOptions options;
  options.effort = Effort::quick;
  const FitState state = states_of(training, options).back();
  EXPECT_EQ(fit_refusal(training, options, state), "accepted");
  const auto spoiled = [&](auto spoil) {
    FitState bad = state;
    spoil(bad.search);
    return fit_refusal(training, options, bad);
  };
  for (const std::string& answer :
       {spoiled([](SearchState& search) { search.runs[0].classes[0] = 3; }),
        spoiled([](SearchState& search) { search.runs[0].classes.pop_back(); }),
        spoiled([](SearchState& search) { search.runs[1].scales(0) = 0.0; }),
        spoiled([](SearchState& search) { search.runs[1].scales.resize(1); }),
        spoiled([](SearchState& search) { search.soft_votes.sum(0, 0) = std::nan(""); }),
        spoiled([](SearchState& search) { search.soft_votes.sum.resize(2, 2); }),
        spoiled([](SearchState& search) { search.soft_votes.weight = 0.0; }),
        spoiled([](SearchState& search) { search.trial->n_held_out = 1000; }),
        spoiled([](SearchState& search) { search.unsolvable.emplace_back(Vector::Ones(1)); }),
        spoiled([](SearchState& search) { search.final_scales = {-1.0}; })}) {
    EXPECT_NE(answer.find("inconsistent with this fit"), std::string::npos) << answer;
  }
}

TEST(Checkpoint, IsReadOnlyWhole) {
  const ProgramFolder folder;
  const TrainingSet training = partly_labeled(make_curves(3, 12, 8, 93), 3);
  FitOptions options;
  options.effort = Effort::quick;
  save_checkpoint(states_of(training, options)[3], folder.path("state"));
  const std::string whole = folder.read("state");
  ASSERT_EQ(refusal(folder.path("state")), "accepted");
  for (std::size_t n = 0; n < whole.size(); n += 7) {
    folder.write("cut", whole.substr(0, n));
    EXPECT_NE(refusal(folder.path("cut")), "accepted") << n;
  }
  for (std::size_t i = 0; i < whole.size(); i += 5) {
    std::string bad = whole;
    bad[i] = static_cast<char>(bad[i] ^ 4);
    folder.write("bad", bad);
    EXPECT_NE(refusal(folder.path("bad")), "accepted") << i;
  }
  EXPECT_NE(refusal(folder.path("none")).find("none"), std::string::npos);
}

}  // namespace checkpoint_file_test
}  // namespace sosi
