// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fit/checkpoint.hpp"
#include "fit/prepare.hpp"
#include "fit/stage_clock.hpp"
#include "tune/search.hpp"

namespace sosi {

/// What the rounds go by: options, embedding, and what a search found.
struct Settings {
  FitOptions options;        ///< as decided
  Matrix embedding;          ///< of the labeled samples
  Matrix harmonic;           ///< probabilities by position, where the labeler asks for them
  std::optional<Vote> vote;  ///< where there was one on every unlabeled sample
  HoldOutTrial trial;
  std::vector<SearchRun> runs;
  std::vector<std::string> decisions;  ///< a sentence each

  /// A class for every position that the last round goes by, where there was a vote.
  std::optional<std::vector<int>> final_classes(const SampleSet& samples) const;
};

/// Finds what is left open: by a hyperparameter search where there is one.
Settings find_settings(const Prepared& prepared, const FitOptions& given, SampleDistances& distances,
                       const KernelBackend& backend, StageClock& clock, Checkpoints& checkpoints);

}  // namespace sosi
