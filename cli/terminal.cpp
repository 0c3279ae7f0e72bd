// SPDX-License-Identifier: BSD-3-Clause
#include "terminal.hpp"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <iostream>
#include <memory>
#include <thread>

#include "sosi/io/atomic_file.hpp"
#include "sosi/rounds/rounds.hpp"

namespace sosi::cli {

namespace {

constexpr auto kGrace = std::chrono::milliseconds(600);

std::atomic<bool> bar_is_shown = false;
int signal_pipe[2];

std::string bar(double fraction) {
  constexpr int kWidth = 30;
  const int filled = static_cast<int>(std::lround(fraction * kWidth));
  return '[' + std::string(filled, '#') + std::string(kWidth - filled, '.') + ']';
}

// "about 40 s", "about 3 min".
std::string duration(double seconds) {
  constexpr double kMinute = 60.0;
  const bool is_long = seconds > 2 * kMinute;
  const long amount = std::lround(is_long ? seconds / kMinute : seconds);
  return "about " + std::to_string(amount) + (is_long ? " min" : " s");
}

// "search, about 40 s left", "round 3 of 20, about 3 min left".
std::string whereabouts(const Progress& progress) {
  std::string text(progress.stage);
  if (progress.round) {
    text = "round " + std::to_string(progress.round->number + 1) + " of " +
           std::to_string(progress.round->n_rounds);
  }
  return progress.seconds_left ? text + ", " + duration(*progress.seconds_left) + " left" : text;
}

// Tells how long a run will take that takes long; then where it is, on a terminal by a bar, else by a line
// now and then.
class ProgressShow {
 public:
  void show(const Progress& progress) {
    constexpr double kLong = 20.0;
    const double elapsed = seconds_since(begin_);
    if (!announced_ && progress.seconds_left && elapsed + *progress.seconds_left > kLong) {
      clear_progress_bar();
      std::cerr << "sosi: this will take " << duration(elapsed + *progress.seconds_left) << std::endl;
      announced_ = true;
      last_line_ = Clock::now();
    }
    if (is_terminal_) {
      std::cerr << "\r\033[K" << bar(progress.fraction) << ' ' << percent(progress) << ' '
                << whereabouts(progress) << std::flush;
      bar_is_shown = true;
    } else if (announced_ && seconds_since(last_line_) > kBetweenLines) {
      std::cerr << "sosi: " << percent(progress) << ", " << whereabouts(progress) << std::endl;
      last_line_ = Clock::now();
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr double kBetweenLines = 30.0;  // seconds

  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  static std::string percent(const Progress& progress) {
    return std::to_string(std::lround(100.0 * progress.fraction)) + " %";
  }

  bool is_terminal_ = isatty(STDERR_FILENO) != 0;
  bool announced_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_line_ = begin_;
};

// What a process was started with ignored stays so, as in a job that a shell put into the background.
void catch_unless_ignored(int signal, const struct sigaction& action) {
  struct sigaction inherited = {};
  if (sigaction(signal, nullptr, &inherited) == 0 && inherited.sa_handler == SIG_IGN) return;
  sigaction(signal, &action, nullptr);
}

}  // namespace

std::stop_token stop_on_interrupt() {
  // The handler may run in any thread, a library's too, and may do next to nothing: it wakes a thread of
  // ours.
  if (pipe(signal_pipe) != 0) return {};
  struct sigaction action = {};
  action.sa_handler = [](int /*signal*/) {
    const char byte = 0;
    [[maybe_unused]] const auto written = write(signal_pipe[1], &byte, 1);
  };
  action.sa_flags = SA_RESTART;
  catch_unless_ignored(SIGINT, action);
  catch_unless_ignored(SIGTERM, action);
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit is a failed write, with a message
  std::stop_source source;
  std::thread([source]() mutable {
    char byte = 0;
    while (read(signal_pipe[0], &byte, 1) != 1) continue;
    source.request_stop();
    // Code that does not look at the token (a library's solver, a slow disk) gets no more time than this.
    std::this_thread::sleep_for(kGrace);
    remove_unfinished_files();
    announce_failure("interrupted");
    _exit(kInterrupted);
  }).detach();
  return source.get_token();
}

void announce(const std::string& message) {
  clear_progress_bar();
  std::cerr << ("sosi: " + message + "\n");
}

void announce_failure(const std::string& message) {
  static std::atomic_flag announced = ATOMIC_FLAG_INIT;
  if (!announced.test_and_set()) announce(message);
}

TextTarget text_target() {
  return isatty(STDOUT_FILENO) != 0 ? TextTarget::terminal : TextTarget::file;
}

ProgressCallback progress_bar(Verbosity verbosity) {
  if (verbosity == Verbosity::quiet) return {};
  return [show = std::make_shared<ProgressShow>()](const Progress& progress) {
    show->show(progress);
    return true;
  };
}

void clear_progress_bar() {
  if (bar_is_shown) std::cerr << "\r\033[K" << std::flush;
  bar_is_shown = false;
}

}  // namespace sosi::cli
