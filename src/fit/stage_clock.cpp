// SPDX-License-Identifier: BSD-3-Clause
#include "fit/stage_clock.hpp"

#include <algorithm>

#include "sosi/core/errors.hpp"

namespace sosi {

void StageClock::begin(const std::string& stage) {
  end();
  const auto planned = std::ranges::find(to_come_, stage, &StageWork::stage);
  current_ = planned != to_come_.end() ? *planned : StageWork{stage, 0.0};
  if (planned != to_come_.end()) to_come_.erase(to_come_.begin(), planned + 1);
  start_ = Clock::now();
  first_.reset();
  report(0.0);
}

void StageClock::end() {
  if (current_.stage.empty()) return;
  const double seconds = seconds_since(start_);
  times_.push_back({current_.stage, seconds, current_.work});
  if (current_.work > 0.0) {
    done_ += current_.work;
    seconds_done_ += seconds;
  }
  current_ = {};
}

void StageClock::report(double share, std::optional<RoundCount> round) {
  if (!execution_.progress) return;
  if (!first_ && share > 0.0) first_ = {Clock::now(), share};
  const double done = done_ + share * current_.work;
  const double all = done_ + current_.work + work_to_come();
  if (all > 0.0) fraction_ = std::max(fraction_, done / all);
  if (!execution_.progress({current_.stage, fraction_, seconds_left(share), round})) throw Cancelled();
}

double StageClock::work_to_come() const {
  double work = 0.0;
  for (const StageWork& stage : to_come_) work += stage.work;
  return work;
}

std::optional<double> StageClock::seconds_left(double share) const {
  const bool is_counted = current_.work > 0.0;
  return estimated_seconds_left({.work_before = done_,
                                 .seconds_before = seconds_done_,
                                 .work = current_.work,
                                 .seconds = is_counted ? seconds_since(start_) : 0.0,
                                 .share = share,
                                 .first_share = first_ ? first_->share : share,
                                 .seconds_since_first = first_ ? seconds_since(first_->time) : 0.0,
                                 .work_to_come = work_to_come()});
}

std::optional<double> estimated_seconds_left(const WorkProgress& progress) {
  constexpr double kEnough = 0.02;     // of a stage, to tell
  constexpr double kLongEnough = 1.0;  // seconds, to tell
  const auto& [work_before, seconds_before, work, seconds, share, first_share, since_first, to_come] =
      progress;
  if (seconds_before + seconds < kLongEnough) return std::nullopt;
  if (work > 0.0 && share - first_share > kEnough) {
    const double of_stage = since_first * (1.0 - share) / (share - first_share);
    return of_stage + to_come * (seconds_before + seconds + of_stage) / (work_before + work);
  }
  if (!(work_before > 0.0) || seconds_before < kLongEnough) return std::nullopt;
  const double rate = seconds_before / work_before;
  return std::max(0.0, rate * work - seconds) + rate * to_come;
}

}  // namespace sosi
