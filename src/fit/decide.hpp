// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "data/sample_set.hpp"
#include "rounds/loop.hpp"
#include "sosi/data/training_set.hpp"
#include "sosi/fit/fit_options.hpp"
#include "tune/search.hpp"

namespace sosi {

// What `auto` means is said here and nowhere else: options in, decisions out.

/// A normalization, and why it was chosen; no reason where it was given.
struct NormalizationDecision {
  NormalizationKind kind;
  std::string reason;
};

/// What `normalize = auto` means: unit length for images, standard for columns of different units.
NormalizationDecision decide_normalization(NormalizationKind given, const TrainingSet& training);

/// The power of a metric, 0 for none, and why it was chosen; no reason where it was given.
struct MetricDecision {
  double power = 0.0;
  std::string reason = {};
};

/// What `metric` and `metric_power` say without a look at the samples.
MetricDecision given_metric(const MetricOptions& given);

/// Whether `metric = auto` is chosen by trials: where there is a search, with more than quick effort, of
/// samples that the fit embeds itself.
bool tries_metrics(const FitOptions& given, const TrainingSet& training);

/// So many samples take part in a fit at most, unless `max_centers` or the labels are more.
inline constexpr Index kMostSamples = 10000;

/// How many distinct samples take part in a fit, memory permitting: its map labels the others.
Index decide_samples(const FitOptions& given, Index n_labeled, Index n_samples);

/// Whether there is something for a hyperparameter search to find, if there are samples to label.
bool leaves_search_open(const FitOptions& given);

/// Throws `InvalidInput` when options do not fit the samples.
void check_sizes(const FitOptions& options, const SampleSet& samples);

/// What a fit will do about the options that are left open.
struct Decisions {
  /// Nothing of the rounds is left open here: what is found by the search has the value of a fit without one.
  FitOptions options;
  /// What a hyperparameter search will find, where there is one.
  std::optional<SearchSpace> space;
  /// Why there is none where rounds are left open; empty where that goes without saying.
  std::string no_search;

  bool has_search() const { return space.has_value(); }
};

/// Decides from what is given and the numbers of samples.
Decisions decide(const FitOptions& given, Index n_labeled, Index n_unlabeled);

/// The options of a fit after its search: those of the best run, with the extent that was given.
FitOptions decide_after(const SearchResult& found, const FitOptions& given);

/// Decided options as the rounds take them.
RoundsSettings rounds_settings(const FitOptions& decided, Index n_labeled, Index n_unlabeled);

/// The rounds of every run of a search on so many samples.
RoundsSettings search_rounds(const FitOptions& given, const SampleSet& searched);

}  // namespace sosi
