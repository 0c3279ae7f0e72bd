// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sosi/rounds/rounds.hpp"

namespace sosi {

int n_rounds(const ProgressiveOptions& options) {
  constexpr int kRounds = 10;
  return options.rounds.value_or(kRounds);
}

Index n_trusted(const ProgressiveOptions& options, int round, Index n_unlabeled) {
  if (round == 0) return 0;
  const double part = static_cast<double>(round) / (n_rounds(options) - 1);
  const double wanted = part * options.stop_fraction.value_or(1.0) * static_cast<double>(n_unlabeled);
  return std::min(static_cast<Index>(std::floor(wanted + 0.5)), n_unlabeled);
}

Index n_unlabeled_centers(const ProgressiveOptions& options, int round, Index n_labeled, Index n_unlabeled) {
  const Index n = n_trusted(options, round, n_unlabeled);
  return options.max_centers ? std::min<Index>(n, *options.max_centers - n_labeled) : n;
}

Indices spread_over(const Indices& ranking, Index n_trusted, Index n) {
  Indices chosen(n);
  for (Index i = 0; i < n; ++i) chosen[i] = ranking[i * n_trusted / n];
  return chosen;
}

Indices rank_by_confidence(const Classification& classification) {
  Indices order(classification.confidence.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](Index i) { return classification.confidence[i]; });
  return order;
}

Indices rank_by_quota(const Classification& classification, std::span<const double> shares) {
  Indices order = rank_by_confidence(classification);
  std::vector<int> n_seen(shares.size(), 0);
  std::vector<double> turn(order.size());
  for (const Index i : order) {
    const int of_class = classification.classes[i];
    const double rank = ++n_seen[of_class];
    turn[i] = shares[of_class] > 0.0 ? rank / shares[of_class] : std::numeric_limits<double>::infinity();
  }
  std::ranges::stable_sort(order, std::ranges::less(), [&](Index i) { return turn[i]; });
  return order;
}

Indices rank_mixed(const Classification& classification, std::span<const double> shares, double weight) {
  std::vector<double> place(classification.classes.size(), 0.0);
  const auto count = [&](const Indices& order, double by) {
    for (std::size_t i = 0; i < order.size(); ++i)
      place[order[i]] += by * std::log(static_cast<double>(i + 1));
  };
  Indices order = rank_by_confidence(classification);
  count(order, 1.0 - weight);
  count(rank_by_quota(classification, shares), weight);
  std::ranges::stable_sort(order, std::ranges::less(), [&](Index i) { return place[i]; });
  return order;
}

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
const FieldTable<ProgressiveOptions>& field_table<ProgressiveOptions>() {
  static const FieldTable<ProgressiveOptions> table = {
      field("rounds", &ProgressiveOptions::rounds, at_least(1),
            "rounds of labeling and adding centers; more take smaller steps; 1: the plain RBF map; auto: all "
            "that is left open is decided by a vote of runs with different settings, of 20 rounds each"),
      field("stop_fraction", &ProgressiveOptions::stop_fraction, between(0, 1),
            "share of the unlabeled samples that have become centers in the last round; smaller when many "
            "labels will be wrong; auto: all"),
      field("selection", &ProgressiveOptions::selection, any_number(),
            "which unlabeled samples become centers first: the most confident, class by class in the "
            "proportions of the classes, or by both; auto: decided with rounds = auto, else confidence"),
      field("quota_weight", &ProgressiveOptions::quota_weight, between(0, 1),
            "with selection = mixed, how much the turn of the class counts beside the confidence"),
      field("class_proportions", &ProgressiveOptions::class_proportions, at_least(0),
            "shares of the classes among the unlabeled samples, in ascending order of the classes, for "
            "selection = mixed and quota; estimate: a running mean of the labels given so far; auto: equal "
            "shares as one hypothesis among others with rounds = auto, else estimate"),
      field(
          "labeler", &ProgressiveOptions::labeler, any_number(),
          "who labels in the rounds: the map, the map trusted less where the harmonic function on the graph "
          "of all samples disagrees, both multiplied, or the harmonic function; auto: decided with rounds = "
          "auto, else the map"),
      field("effort", &ProgressiveOptions::effort, any_number(),
            "how many hypotheses are tried with rounds = auto"),
      field(
          "max_centers", &ProgressiveOptions::max_centers, at_least(1),
          "most centers of the map, labeled samples included, spread over the trusted samples when these are "
          "more; fewer take less memory and time; auto: no limit"),
      field("refit_scale", &ProgressiveOptions::refit_scale, any_number(),
            "choose the scales anew in every round instead of keeping those of round 0"),
      field("n_neighbors_projection", &ProgressiveOptions::n_neighbors_projection, at_least(1),
            "nearest labeled samples of its class that an unlabeled center is projected onto"),
  };
  return table;
}

}  // namespace sosi
