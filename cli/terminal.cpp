// SPDX-License-Identifier: BSD-3-Clause
#include "terminal.hpp"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <iostream>
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

// "about 40 s left", "about 3 min left".
std::string time_left(double seconds) {
  constexpr double kMinute = 60.0;
  const bool is_long = seconds > 2 * kMinute;
  const long amount = std::lround(is_long ? seconds / kMinute : seconds);
  return ", about " + std::to_string(amount) + (is_long ? " min left" : " s left");
}

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

void announce_failure(const std::string& message) {
  static std::atomic_flag announced = ATOMIC_FLAG_INIT;
  if (announced.test_and_set()) return;
  clear_progress_bar();
  std::cerr << ("sosi: " + message + "\n");
}

TextTarget text_target() {
  return isatty(STDOUT_FILENO) != 0 ? TextTarget::terminal : TextTarget::file;
}

ProgressCallback progress_bar(Verbosity verbosity) {
  if (verbosity == Verbosity::quiet || isatty(STDERR_FILENO) == 0) return {};
  return [](const Progress& progress) {
    std::string text = std::string(progress.stage);
    if (progress.round) {
      text = "round " + std::to_string(progress.round->number + 1) + " of " +
             std::to_string(progress.round->n_rounds);
    }
    if (progress.seconds_left) text += time_left(*progress.seconds_left);
    std::cerr << "\r\033[K" << bar(progress.fraction) << ' ' << std::lround(100.0 * progress.fraction)
              << " % " << text << std::flush;
    bar_is_shown = true;
    return true;
  };
}

void clear_progress_bar() {
  if (bar_is_shown) std::cerr << "\r\033[K" << std::flush;
  bar_is_shown = false;
}

}  // namespace sosi::cli
