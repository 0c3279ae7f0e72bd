// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/tune/search_run.hpp"

namespace sosi {

/// What a round left in the history.
struct RoundSummary {
  Index n_centers;
  int n_changed;
  double mean_confidence;    ///< of the finite ones; a few enormous ones can dominate it
  double median_confidence;  ///< may be infinite
  double seconds;
};

struct StageTime {
  std::string stage;
  double seconds;
  double work = 0.0;  ///< as it was counted before the stage, in multiply-adds or what takes as long; or 0
};

/// The share of wrong labels is between these with a probability of 0.9, as far as the fit can tell.
struct ErrorInterval {
  double low;
  double high;
};

/// How a fit went.
struct FitReport {
  std::vector<std::string> notes;      ///< what looks like a slip in the data, a sentence each: see `examine`
  std::vector<std::string> decisions;  ///< what was left open and how it was decided, a sentence each
  Indices conflicts;                   ///< rows whose labels were not used, as equal rows have others
  std::vector<SearchRun> search;       ///< the runs of the hyperparameter search, the most consistent first
  HoldOutTrial trial;                  ///< of the first of them
  /// About the expected error; nothing where all labels were given, or where there were no rounds.
  std::optional<ErrorInterval> error_interval;
  double search_work = 0.0;  ///< predicted time of its runs, relative to one fit with ten rounds
  Vector scale_weights;      ///< lambda of every dimension, with scale = regularizer; else empty
  std::vector<RoundSummary> rounds;
  std::vector<StageTime> stages;
  double total_seconds = 0.0;
  std::size_t predicted_memory = 0;  ///< bytes
  std::string plan;                  ///< what was kept in memory, in words
  std::string device;                ///< what kernel systems were computed on
  std::string determinism;           ///< when another run has the same bits, in words
};

}  // namespace sosi
