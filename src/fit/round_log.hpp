// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fit/prepare.hpp"
#include "fit/stage_clock.hpp"
#include "rounds/loop.hpp"
#include "sosi/fit/fit.hpp"

namespace sosi {

/// What is written down of the rounds while they run: history, checkpoints, progress.
class RoundLog {
 public:
  /// `work` counts the operations of every round, `before` is the share of the fit that precedes them.
  RoundLog(const Prepared& prepared, const FitHooks& hooks, const StageClock& clock, std::vector<double> work,
           double before);

  /// Where the rounds begin, and what they tell. The log must outlive them.
  RoundHooks hooks(const FitOptions& given, const RoundsProblem& problem, const Schedule& schedule);

  std::vector<RoundSummary> take_rounds() { return std::move(state_.rounds); }

 private:
  Progress progress_after(const Round& round);

  const Prepared& prepared_;
  const FitHooks& hooks_;
  const StageClock& clock_;
  std::vector<double> work_;
  double before_;
  double counted_ = 0.0;  // work of the rounds that took `seconds_`
  double seconds_ = 0.0;
  FitState state_;
};

}  // namespace sosi
