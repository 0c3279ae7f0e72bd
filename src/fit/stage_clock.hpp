// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "sosi/core/errors.hpp"
#include "sosi/core/execution.hpp"
#include "sosi/fit/report.hpp"

namespace sosi {

/// Times the stages of a run and asks the caller whether to go on.
class StageClock {
 public:
  explicit StageClock(const Execution& execution) : execution_(execution) {}

  void begin(const std::string& stage, double fraction) {
    end();
    current_ = stage;
    start_ = Clock::now();
    report({.stage = current_, .fraction = fraction});
  }

  void end() {
    if (current_.empty()) return;
    times_.push_back({current_, std::chrono::duration<double>(Clock::now() - start_).count()});
    current_.clear();
  }

  /// Throws `Cancelled` where the caller does not want to go on.
  void report(const Progress& progress) const {
    if (execution_.progress && !execution_.progress(progress)) throw Cancelled();
  }

  double total() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  std::vector<StageTime> take_times() { return std::move(times_); }

 private:
  using Clock = std::chrono::steady_clock;
  const Execution& execution_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point start_ = begin_;
  std::string current_;
  std::vector<StageTime> times_;
};

}  // namespace sosi
