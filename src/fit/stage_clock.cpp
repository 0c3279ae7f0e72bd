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

// The rest of a stage takes as long as what was done of it did; other work as all work so far, and the rest
// of this stage.
std::optional<double> StageClock::seconds_left(double share) const {
  constexpr double kEnough = 0.02;     // of a stage, to tell
  constexpr double kLongEnough = 1.0;  // seconds, to tell
  const bool is_counted = current_.work > 0.0;
  const double here = is_counted ? seconds_since(start_) : 0.0;
  if (seconds_done_ + here < kLongEnough) return std::nullopt;
  if (first_ && is_counted && share - first_->share > kEnough) {
    const double of_stage = seconds_since(first_->time) * (1.0 - share) / (share - first_->share);
    const double rate = (seconds_done_ + here + of_stage) / (done_ + current_.work);
    return of_stage + rate * work_to_come();
  }
  if (!(done_ > 0.0) || seconds_done_ < kLongEnough) return std::nullopt;
  const double rate = seconds_done_ / done_;
  return std::max(0.0, rate * current_.work - here) + rate * work_to_come();
}

}  // namespace sosi
