// SPDX-License-Identifier: BSD-3-Clause
#include "fit/round_log.hpp"

#include <cmath>
#include <numeric>

#include "core/median.hpp"

namespace sosi {

namespace {

double mean_finite(const std::vector<double>& values) {
  double sum = 0.0;
  Index n = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    sum += value;
    ++n;
  }
  return n > 0 ? sum / static_cast<double>(n) : 0.0;
}

// Confidences are those of the unlabeled samples.
RoundSummary summarize(const Round& round, Index n_labeled) {
  const std::vector<double>& all = round.classification.confidence;
  std::vector<double> confidence(all.begin() + n_labeled, all.end());
  const double mean = mean_finite(confidence);
  return {std::ssize(round.centers), round.n_changed, mean, median(confidence), round.seconds};
}

}  // namespace

RoundLog::RoundLog(const Prepared& prepared, const FitHooks& hooks, Checkpoints& checkpoints,
                   StageClock& clock, std::vector<double> work)
    : prepared_(prepared), hooks_(hooks), checkpoints_(checkpoints), clock_(clock), work_(std::move(work)) {}

RoundHooks RoundLog::hooks(const RoundsProblem& problem, const Schedule& schedule) {
  RoundHooks hooks;
  hooks.resume = checkpoints_.rounds(problem, schedule);
  hooks.after_round = [this, n_labeled = problem.samples->n_labeled()](const Round& round, RoundState after) {
    checkpoints_.keep(summarize(round, n_labeled), std::move(after), round.number + 1 == round.n_rounds);
    if (hooks_.after_round) hooks_.after_round(round, prepared_.positions());
    report(round);
  };
  return hooks;
}

void RoundLog::report(const Round& round) const {
  const auto next = work_.begin() + round.number + 1;
  const double done = std::accumulate(work_.begin(), next, 0.0);
  const double left = std::accumulate(next, work_.end(), 0.0);
  clock_.report(done / (done + left), RoundCount{round.number, round.n_rounds});
}

}  // namespace sosi
