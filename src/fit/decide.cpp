// SPDX-License-Identifier: BSD-3-Clause
#include "fit/decide.hpp"

#include <cstdio>
#include <numeric>

#include "data/column_units.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

constexpr int kDefaultRounds = 10;

bool scale_is_open(const FitOptions& options) {
  return options.scale.rule == ScaleRule::automatic;
}

// The paper's rounds: ten, all samples, the most confident first, by the map's own labels.
void fill_rounds(RoundsOptions& rounds, int n_rounds, ClassProportions::Source proportions) {
  rounds.rounds = rounds.rounds.value_or(n_rounds);
  rounds.stop_fraction = rounds.stop_fraction.value_or(1.0);
  rounds.selection = rounds.selection.value_or(Selection::confidence);
  rounds.labeler = rounds.labeler.value_or(Labeler::map);
  if (rounds.class_proportions.source == ClassProportions::Source::automatic) {
    rounds.class_proportions.source = proportions;
  }
}

std::string reason_for_no_search(const FitOptions& given, Index n_labeled) {
  if (given.refit_scale)
    return "no hyperparameter search: refit_scale is set; options left at auto have their defaults";
  if (n_labeled > kMostSearchedLabels) {
    return "no hyperparameter search: more than " + std::to_string(kMostSearchedLabels) +
           " samples are labeled; options left at auto have their defaults";
  }
  return {};
}

// `1402 (column proline)`.
std::string range_text(const TrainingSet& training, const ColumnRanges& ranges, Index feature) {
  char number[32];
  std::snprintf(number, sizeof number, "%.4g", ranges.range(feature));
  const std::vector<std::string> names = feature_names(training.columns);
  return std::string(number) + " (" +
         (names.empty() ? "feature " + std::to_string(feature) : "column " + names[feature]) + ")";
}

}  // namespace

NormalizationDecision decide_normalization(NormalizationKind given, const TrainingSet& training) {
  if (given != NormalizationKind::automatic) return {given, {}};
  if (training.are_images) return {NormalizationKind::unit, "normalize: unit, as the samples are images"};
  const ColumnRanges ranges = compare_ranges(training.samples);
  switch (ranges.units) {
    case ColumnUnits::alike:
      return {NormalizationKind::none, "normalize: none, as the ranges of the features are of one order"};
    case ColumnUnits::pixels:
      return {NormalizationKind::none, "normalize: none, as the features share a ceiling, as pixels do"};
    case ColumnUnits::coordinates:
      return {NormalizationKind::none, "normalize: none, as the features are coordinates around 0"};
    case ColumnUnits::unit_length:
      return {NormalizationKind::none, "normalize: none, as the samples have one length"};
    case ColumnUnits::different:
      break;
  }
  return {NormalizationKind::standard, "normalize: standard, as the ranges of the features differ: from " +
                                           range_text(training, ranges, ranges.narrowest) + " to " +
                                           range_text(training, ranges, ranges.widest)};
}

MetricDecision given_metric(const MetricOptions& given) {
  return {given.metric == MetricKind::within ? given.metric_power.value_or(1.0) : 0.0};
}

bool tries_metrics(const FitOptions& given, const TrainingSet& training) {
  const Index n_labeled = std::ssize(labeled_rows(training.labels.values));
  return given.metric == MetricKind::automatic && given.effort != Effort::quick &&
         given.embedding != kPrecomputedEmbedding &&
         decide(given, n_labeled, training.samples.rows() - n_labeled).has_search();
}

Index decide_samples(const FitOptions& given, Index n_labeled, Index n_samples) {
  return std::min(n_samples, std::max<Index>({kMostSamples, n_labeled, given.max_centers.value_or(0)}));
}

bool leaves_search_open(const FitOptions& given) {
  const bool all_is_given = given.embedding && given.selection && given.labeler && !scale_is_open(given);
  return !given.rounds && !all_is_given && given.extension == kRbfExtension;
}

void check_sizes(const FitOptions& options, const SampleSet& samples) {
  if (options.max_centers && *options.max_centers < samples.n_labeled()) {
    throw InvalidInput("max_centers = " + std::to_string(*options.max_centers) + ": must be at least " +
                       std::to_string(samples.n_labeled()) + ", the number of distinct labeled samples");
  }
  const ClassProportions& proportions = options.class_proportions;
  if (proportions.source != ClassProportions::Source::given) return;
  const double sum = std::accumulate(proportions.given.begin(), proportions.given.end(), 0.0);
  if (std::ssize(proportions.given) != samples.n_classes() || !(sum > 0.0)) {
    throw InvalidInput("class_proportions = " + OptionText<ClassProportions>::format(proportions) +
                       ": must be " + std::to_string(samples.n_classes()) +
                       " numbers, one per class, not all 0");
  }
}

Decisions decide(const FitOptions& given, Index n_labeled, Index n_unlabeled) {
  Decisions decisions{given, {}, {}};
  FitOptions& options = decisions.options;
  const bool is_open = n_unlabeled > 0 && leaves_search_open(given);
  if (is_open) decisions.no_search = reason_for_no_search(given, n_labeled);
  const bool searches = is_open && decisions.no_search.empty();
  if (searches) {
    decisions.space = search_space(given, given, scale_is_open(given));
    // What a fit falls back to when no scale can be searched: one scale, at the median distance.
    if (scale_is_open(given)) options.scale = {ScaleRule::fixed, {{1.0}, false}};
  }
  if (!options.embedding) options.embedding = default_embedding();
  fill_rounds(options, searches ? kSearchRounds : kDefaultRounds, ClassProportions::Source::estimate);
  if (options.extension != kRbfExtension) options.rounds = 1;
  return decisions;
}

FitOptions decide_after(const SearchResult& found, const FitOptions& given) {
  FitOptions options = given;
  options.embedding = found.best.embedding;
  static_cast<ScaleOptions&>(options) = found.best.scale;
  options.rounds = kSearchRounds;
  options.selection = found.best.policy.selection;
  options.quota_weight = found.best.policy.quota_weight;
  options.labeler = found.best.policy.labeler;
  options.refit_scale = false;
  fill_rounds(options, kSearchRounds, ClassProportions::Source::equal);
  return options;
}

RoundsSettings rounds_settings(const FitOptions& decided, Index n_labeled, Index n_unlabeled) {
  const Index n = n_labeled + n_unlabeled;
  return {{*decided.rounds, *decided.stop_fraction, decided.max_centers.value_or(static_cast<int>(n)),
           n_labeled, n_unlabeled},
          {*decided.selection, decided.quota_weight, *decided.labeler},
          decided.class_proportions,
          decided.refit_scale,
          decided.n_neighbors_projection};
}

RoundsSettings search_rounds(const FitOptions& given, const SampleSet& searched) {
  ClassProportions proportions = given.class_proportions;
  if (proportions.source == ClassProportions::Source::automatic) {
    proportions.source = ClassProportions::Source::equal;
  }
  return {{kSearchRounds, 1.0, searched.size(), searched.n_labeled(), searched.n_unlabeled()},
          {},
          proportions,
          false,
          given.n_neighbors_projection};
}

}  // namespace sosi
