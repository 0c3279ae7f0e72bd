// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "data/sample_set.hpp"
#include "rounds/loop.hpp"
#include "sosi/fit/fit.hpp"

namespace sosi {

/// Tells fits apart: of normalized samples, labels, a precomputed embedding and options.
std::string fingerprint(const TrainingSet& training, const FitOptions& options);

/// The state of a fit: that of the fit that it goes on from, then what the fit tells. It may come from a
/// file: nothing in it is taken on trust. `InvalidInput` where a fit cannot have been in that state.
class Checkpoints {
 public:
  /// The hooks must outlive it. `training` is normalized.
  Checkpoints(const FitHooks& hooks, const TrainingSet& training, const FitOptions& options);

  /// How many samples take part in the fit that goes on; 0 where it begins.
  Index n_samples() const { return state_.n_samples; }
  void begin(const SampleSet& samples) { state_.n_samples = samples.size(); }

  /// What is known of a search of these samples in so many dimensions.
  const SearchState& search(const SampleSet& searched, Index n_components) const;
  void keep(const SearchState& search);

  /// Where the rounds go on; null where they begin.
  const RoundState* rounds(const RoundsProblem& problem, const Schedule& schedule) const;
  void keep(const RoundSummary& summary, RoundState after, bool is_last);

  const std::vector<RoundSummary>& history() const { return state_.rounds; }

 private:
  const FitHooks& hooks_;
  FitState state_;
};

}  // namespace sosi
