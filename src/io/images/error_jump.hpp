// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <csetjmp>
#include <cstring>

namespace sosi::io {

/// Leaves a C library, which no exception may pass through, from inside its error callback.
class ErrorJump {
 public:
  /// Runs `step`; false when `leave` was called within. Nothing that `step` creates is destroyed then, so it
  /// must not create what needs to be.
  template <class Step>
  bool completes(Step step) {
    if (setjmp(place_) != 0) return false;
    step();
    return true;
  }

  [[noreturn]] void leave(const char* reason) {
    std::strncpy(reason_, reason, sizeof reason_ - 1);
    std::longjmp(place_, 1);
  }

  /// What the library said.
  const char* reason() const { return reason_; }

 private:
  std::jmp_buf place_{};
  char reason_[200] = {};
};

}  // namespace sosi::io
