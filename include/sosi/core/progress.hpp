// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string_view>

namespace sosi {

/// Which of the rounds of a fit has just ended.
struct RoundCount {
  int number = 0;  ///< from 0
  int n_rounds = 0;
};

/// Where a run is; handed to the progress callback.
struct Progress {
  std::string_view stage;                ///< what is being computed, in words
  double fraction = 0.0;                 ///< of the whole run, in [0, 1]
  std::optional<double> seconds_left{};  ///< an estimate, where there is one: not at the very beginning
  std::optional<RoundCount> round{};     ///< the round that has just ended, where one has
};

/// Called now and then from the thread that started the run; returning false ends it with `Cancelled`.
using ProgressCallback = std::function<bool(const Progress&)>;

}  // namespace sosi
