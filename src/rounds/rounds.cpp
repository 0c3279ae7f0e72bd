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
            "number of rounds in which unlabeled samples are labeled and become centers; more rounds take "
            "smaller steps; 1: the plain RBF map; auto: 20, with a hyperparameter search over all options "
            "that are auto"),
      field("stop_fraction", &RoundsOptions::stop_fraction, between(0, 1),
            "fraction of the unlabeled samples that are centers in the last round; take less if many labels "
            "will be wrong; auto: 1"),
      field("selection", &RoundsOptions::selection, any_number(),
            "order in which unlabeled samples become centers: by confidence, by class quotas in the class "
            "proportions, or mixed; auto: chosen by the search with rounds = auto, else confidence"),
      field("quota_weight", &RoundsOptions::quota_weight, between(0, 1),
            "weight of the class quota with selection = mixed; 0 is selection by confidence, 1 by quota"),
      field("class_proportions", &RoundsOptions::class_proportions, at_least(0),
            "class prior: proportions of the classes among the unlabeled samples, in ascending order of the "
            "classes, for selection = mixed and quota; estimate: a running mean of the predicted labels; "
            "auto: equal, in some of the candidates, with rounds = auto, else estimate"),
      field("labeler", &RoundsOptions::labeler, any_number(),
            "what labels the samples in the rounds: the map, the map with less confidence where the harmonic "
            "function on the graph of all samples disagrees, the product of both, or the harmonic function; "
            "auto: chosen by the search with rounds = auto, else map"),
      field("effort", &RoundsOptions::effort, any_number(),
            "size of the hyperparameter search with rounds = auto; more effort tries more candidates"),
      field("max_centers", &RoundsOptions::max_centers, at_least(1),
            "maximum number of centers, labeled samples included; if more samples are trusted, the centers "
            "are spread over them; smaller takes less memory and time; auto: 10000, or fewer if memory is "
            "short"),
      field("refit_scale", &RoundsOptions::refit_scale, any_number(),
            "choose the scales again in every round instead of keeping those of round 0"),
      field("n_neighbors_projection", &RoundsOptions::n_neighbors_projection, at_least(1),
            "number of nearest labeled samples of the predicted class onto which an unlabeled center is "
            "projected"),
  };
}

}  // namespace sosi
