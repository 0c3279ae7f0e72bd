// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/fit/effects.hpp"

#include <gtest/gtest.h>

#include "fit/decide.hpp"
#include "problems.hpp"
#include "sosi/fit/fit.hpp"

namespace sosi {
namespace effects_test {

using Texts = std::vector<std::pair<std::string, std::string>>;

FitOptions with(const Texts& texts) {
  FitOptions options;
  for (const auto& [name, text] : texts) set_option(options, name, text);
  return options;
}

// The refusal, or what is noted.
std::string complaint(const Texts& texts) {
  try {
    std::string all;
    for (const std::string& note : check_effects(with(texts))) all += note;
    return all;
  } catch (const InvalidInput& error) {
    return std::string("refused: ") + error.what();
  }
}

TEST(Effects, OptionsWithoutEffectAreNamedAndContradictionsRefused) {
  const std::pair<Texts, std::string> cases[] = {
      {{{"effort", "quick"}, {"rounds", "5"}}, "refused: effort = quick: has no effect with rounds = 5"},
      {{{"effort", "quick"}, {"refit_scale", "true"}},
       "effort = quick: has no effect with refit_scale = true"},
      {{{"effort", "quick"},
        {"embedding", "fisher"},
        {"scale", "1"},
        {"selection", "quota"},
        {"labeler", "map"}},
       "effort = quick: has no effect with embedding, scale, selection and labeler given"},
      {{{"quota_weight", "0.5"}}, "quota_weight = 0.5: has no effect with selection = auto"},
      {{{"quota_weight", "0.5"}, {"selection", "quota"}},
       "refused: quota_weight = 0.5: has no effect with selection = quota"},
      {{{"class_proportions", "1,2"}, {"selection", "confidence"}},
       "refused: class_proportions = 1,2: has no effect with selection = confidence"},
      {{{"class_proportions", "equal"}, {"rounds", "5"}},
       "class_proportions = equal: has no effect with selection = confidence, which auto stands for here"},
      {{{"scale_weight", "2"}}, "scale_weight = 2: has no effect with scale = auto"},
      {{{"scale_weight", "2"}, {"scale", "ratio"}}, "scale_weight = 2: has no effect with scale = ratio"},
      {{{"scale_ratio", "2"}, {"scale", "regularizer"}},
       "scale_ratio = 2: has no effect with scale = regularizer"},
      {{{"n_neighbors_scale", "3"}, {"scale", "loo"}},
       "n_neighbors_scale = 3: has no effect with scale = loo"},
      {{{"refit_scale", "true"}, {"scale", "1.4"}}, "refit_scale = true: has no effect with scale = 1.4"},
      {{{"stop_fraction", "0.5"}, {"rounds", "1"}}, "stop_fraction = 0.5: has no effect with rounds = 1"},
      {{{"between_weight", "0.1"}, {"embedding", "fisher"}},
       "between_weight = 0.1: has no effect with embedding = fisher"},
      {{{"between_weight", "0.1"}, {"effort", "quick"}},
       "between_weight = 0.1: has no effect with effort = quick"},
      {{{"between_weight", "0.1"}, {"rounds", "10"}},
       "between_weight = 0.1: has no effect with embedding = fisher, which auto stands for here"},
      {{{"heat", "0.1"}, {"embedding", "precomputed"}},
       "heat = 0.1: has no effect with embedding = precomputed"},
      {{{"lle_neighbors", "7"}}, "lle_neighbors = 7: has no effect with extension = rbf"},
      {{{"extension", "lle"}, {"rounds", "7"}}, "rounds = 7: has no effect with extension = lle"},
      {{{"extension", "lle"}, {"nystrom_heat", "7"}}, "nystrom_heat = 7: has no effect with extension = lle"},
      {{{"extension", "lle"}, {"ridge", "0.1"}}, "ridge = 0.1: has no effect with extension = lle"},
  };
  for (const auto& [texts, message] : cases) EXPECT_EQ(complaint(texts), message);
}

TEST(Effects, OptionsThatFitEachOtherAreTaken) {
  const Texts cases[] = {{},
                         {{"effort", "thorough"}, {"between_weight", "0.1"}},
                         {{"rounds", "5"}, {"selection", "mixed"}, {"quota_weight", "0.5"}},
                         {{"selection", "confidence"}, {"quota_weight", "0"}},
                         {{"selection", "quota"}, {"quota_weight", "1"}},
                         {{"class_proportions", "equal"}},
                         {{"rounds", "5"}, {"heat", "0.3"}},
                         {{"scale", "ratio"}, {"scale_ratio", "2"}, {"n_neighbors_scale", "3"}},
                         {{"extension", "lle"}, {"lle_neighbors", "7"}},
                         {{"extension", "lle"}, {"between_weight", "0.1"}, {"embedding", "laplacian"}}};
  for (const Texts& texts : cases) EXPECT_EQ(complaint(texts), "");
}

// As who fits again with the options of a report does.
TEST(Effects, WhatAFitDecidedIsNoContradiction) {
  for (const Texts& texts : std::vector<Texts>{{}, {{"rounds", "3"}}, {{"extension", "lle"}}}) {
    const FitResult fitted = fit(testing::partly_labeled(testing::make_curves(3, 20, 6, 5), 5), with(texts));
    FitOptions again;
    for (const auto& [name, text] : fitted.model.options()) set_option(again, name, text);
    EXPECT_TRUE(check_effects(again).empty());
  }
}

TEST(Effects, LeavingThemOutChangesNoDecision) {
  const FitOptions given = with({{"rounds", "5"}, {"effort", "quick"}, {"between_weight", "0.1"}});
  const FitOptions kept = with_effects_only(given);
  EXPECT_TRUE(check_effects(kept).empty());
  EXPECT_EQ(format_options(kept), format_options(with({{"rounds", "5"}})));
}

}  // namespace effects_test
}  // namespace sosi
