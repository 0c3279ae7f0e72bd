// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

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

/// Called now and then from the thread that started the run. Made of anything that takes a `Progress` and
/// returns nothing, or whether to go on: false ends the run with `Cancelled`.
class ProgressCallback {
 public:
  ProgressCallback() = default;

  template <class Call>
  requires(!std::is_same_v<std::remove_cvref_t<Call>, ProgressCallback>) ProgressCallback(Call call) {
    static_assert(std::is_invocable_v<Call&, const Progress&>,
                  "a progress callback must take a const sosi::Progress&");
    if constexpr (std::is_invocable_v<Call&, const Progress&>) {
      using Answer = std::invoke_result_t<Call&, const Progress&>;
      static_assert(std::is_void_v<Answer> || std::is_convertible_v<Answer, bool>,
                    "a progress callback must return nothing, or a bool: whether to go on");
      if constexpr (std::is_void_v<Answer>) {
        call_ = [call = std::move(call)](const Progress& progress) mutable {
          call(progress);
          return true;
        };
      } else if constexpr (std::is_convertible_v<Answer, bool>) {
        call_ = std::move(call);
      }
    }
  }

  explicit operator bool() const { return static_cast<bool>(call_); }
  bool operator()(const Progress& progress) const { return call_(progress); }

 private:
  std::function<bool(const Progress&)> call_;
};

}  // namespace sosi
