// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sosi/core/execution.hpp"
#include "sosi/data/training_set.hpp"
#include "sosi/fit/fit_options.hpp"
#include "sosi/fit/report.hpp"
#include "sosi/model/model.hpp"
#include "sosi/tune/search_state.hpp"

namespace sosi {

/// A fit under way, between two runs of the hyperparameter search or two rounds: going on from here gives the
/// same bits.
struct FitState {
  std::string fingerprint;  ///< of samples, labels and options
  Index n_samples = 0;      ///< that take part
  SearchState search;
  RoundState last;  ///< without any round done while the search runs
  std::vector<RoundSummary> rounds;
};

/// Who watches the rounds of a fit, and where it begins.
struct FitHooks {
  /// Called after every round, with the position of every row of the input; `kNoPosition` for those that take
  /// no part: see `max_centers`.
  std::function<void(const Round& round, std::span<const Position> position_of_row)> after_round = {};
  /// Called after every few runs of the search, and after every round but the last.
  std::function<void(const FitState&)> checkpoint = {};
  std::shared_ptr<const FitState> resume = {};  ///< of a fit of the same samples and options
};

struct FitResult {
  Model model;
  Prediction prediction;  ///< of every row; given labels are kept, with infinite confidence, probability 1
  FitReport report;
};

/// Fits the whole method. The samples are taken over and normalized in place: move them in to save a copy.
FitResult fit(TrainingSet training, const FitOptions& options, const Execution& execution = {},
              const FitHooks& hooks = {});

}  // namespace sosi
