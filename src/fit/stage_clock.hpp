// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "sosi/core/execution.hpp"
#include "sosi/fit/report.hpp"

namespace sosi {

/// A stage of a run and what it has to do, in multiply-adds or what takes as long.
struct StageWork {
  std::string stage;
  double work;
};

/// How far a run is.
struct WorkProgress {
  double work_before;     ///< of the stages that have ended
  double seconds_before;  ///< that it took
  double work;            ///< of the current stage
  double seconds;         ///< that it has taken so far
  double share;           ///< of it that is done
  double first_share;     ///< that was done when it was told first
  double seconds_since_first;
  double work_to_come;  ///< of the stages after it
};

/// The rest of a stage takes as long as what was done of it since it was told first, as what it begins with
/// is not counted; other stages as all work so far and the rest of this one. Nothing where too little is done
/// to tell.
std::optional<double> estimated_seconds_left(const WorkProgress& progress);

/// Times the stages of a run, tells the caller how far it is, and asks whether to go on.
///
/// The time left comes from counted work and from the time that the work done so far has taken.
class StageClock {
 public:
  explicit StageClock(const Execution& execution) : execution_(execution) {}

  /// The stages to come, in their order.
  void plan(std::deque<StageWork> to_come) { to_come_ = std::move(to_come); }

  /// Ends the current stage and begins another one. What was planned before it will not come any more.
  void begin(const std::string& stage);
  void end();

  /// Tells which share of the current stage is done; throws `Cancelled` where the caller does not want to go
  /// on.
  void report(double share, std::optional<RoundCount> round = {});

  double total() const { return seconds_since(begin_); }
  std::vector<StageTime> take_times() { return std::move(times_); }

 private:
  using Clock = std::chrono::steady_clock;
  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  double work_to_come() const;
  std::optional<double> seconds_left(double share) const;

  const Execution& execution_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point start_ = begin_;  // of the current stage
  StageWork current_;
  /// The first report of the current stage after some of it was done: what a stage begins with is not
  /// counted.
  struct Mark {
    Clock::time_point time;
    double share;
  };
  std::optional<Mark> first_;
  std::deque<StageWork> to_come_;
  double done_ = 0.0;          // work of the stages that have ended
  double seconds_done_ = 0.0;  // that it took
  double fraction_ = 0.0;
  std::vector<StageTime> times_;
};

}  // namespace sosi
