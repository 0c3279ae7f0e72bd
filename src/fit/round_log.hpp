// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "fit/checkpoint.hpp"
#include "fit/prepare.hpp"
#include "fit/stage_clock.hpp"
#include "rounds/loop.hpp"
#include "sosi/fit/fit.hpp"

namespace sosi {

/// What is written down of the rounds while they run: history, checkpoints, progress.
class RoundLog {
 public:
  /// `work` counts the operations of every round.
  RoundLog(const Prepared& prepared, const FitHooks& hooks, Checkpoints& checkpoints, StageClock& clock,
           std::vector<double> work);

  /// Where the rounds begin, and what they tell. The log must outlive them.
  RoundHooks hooks(const RoundsProblem& problem, const Schedule& schedule);

 private:
  void report(const Round& round) const;

  const Prepared& prepared_;
  const FitHooks& hooks_;
  Checkpoints& checkpoints_;
  StageClock& clock_;
  std::vector<double> work_;
};

}  // namespace sosi
