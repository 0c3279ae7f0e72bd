// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/rounds/rounds.hpp"

namespace sosi {

std::string OptionText<ClassProportions>::format(const ClassProportions& proportions) {
  switch (proportions.source) {
    case ClassProportions::Source::automatic:
      return "auto";
    case ClassProportions::Source::estimate:
      return "estimate";
    case ClassProportions::Source::equal:
      return "equal";
    case ClassProportions::Source::given:
      break;
  }
  return OptionText<std::vector<double>>::format(proportions.given);
}

std::optional<ClassProportions> OptionText<ClassProportions>::parse(std::string_view text) {
  if (text == "auto") return ClassProportions{};
  if (text == "estimate") return ClassProportions{ClassProportions::Source::estimate, {}};
  if (text == "equal") return ClassProportions{ClassProportions::Source::equal, {}};
  if (auto numbers = OptionText<std::vector<double>>::parse(text)) {
    return ClassProportions{ClassProportions::Source::given, *numbers};
  }
  return std::nullopt;
}

template <>
FieldTable<RoundsOptions> field_table<RoundsOptions>() {
  return {
      field("rounds", &RoundsOptions::rounds, at_least(1),
            "rounds of labeling and adding centers; more take smaller steps; 1: the plain RBF map; auto: all "
            "that is left open is decided by a vote of runs with different settings, of 20 rounds each"),
      field("stop_fraction", &RoundsOptions::stop_fraction, between(0, 1),
            "share of the unlabeled samples that have become centers in the last round; smaller when many "
            "labels will be wrong; auto: all"),
      field("selection", &RoundsOptions::selection, any_number(),
            "which unlabeled samples become centers first: the most confident, class by class in the "
            "proportions of the classes, or by both; auto: decided with rounds = auto, else confidence"),
      field("quota_weight", &RoundsOptions::quota_weight, between(0, 1),
            "with selection = mixed, how much the turn of the class counts beside the confidence"),
      field("class_proportions", &RoundsOptions::class_proportions, at_least(0),
            "shares of the classes among the unlabeled samples, in ascending order of the classes, for "
            "selection = mixed and quota; estimate: a running mean of the labels given so far; auto: equal "
            "shares as one hypothesis among others with rounds = auto, else estimate"),
      field(
          "labeler", &RoundsOptions::labeler, any_number(),
          "who labels in the rounds: the map, the map trusted less where the harmonic function on the graph "
          "of all samples disagrees, both multiplied, or the harmonic function; auto: decided with rounds = "
          "auto, else the map"),
      field("effort", &RoundsOptions::effort, any_number(),
            "how many hypotheses are tried with rounds = auto"),
      field(
          "max_centers", &RoundsOptions::max_centers, at_least(1),
          "most centers of the map, labeled samples included, spread over the trusted samples when these are "
          "more; fewer take less memory and time; auto: no limit"),
      field("refit_scale", &RoundsOptions::refit_scale, any_number(),
            "choose the scales anew in every round instead of keeping those of round 0"),
      field("n_neighbors_projection", &RoundsOptions::n_neighbors_projection, at_least(1),
            "nearest labeled samples of its class that an unlabeled center is projected onto"),
  };
}

}  // namespace sosi
