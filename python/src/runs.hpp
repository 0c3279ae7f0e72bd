// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nanobind/nanobind.h>

#include <any>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "sosi/core/execution.hpp"

namespace sosi::python {

namespace nb = nanobind;

/// How Python wants a run to be carried out.
struct RunSettings {
  int n_threads = 1;
  std::optional<std::size_t> max_memory;
  nb::object progress = nb::none();  ///< called with stage, fraction, round, rounds; on the calling thread
  Device device = Device::automatic;
  std::optional<std::string> checkpoint{};  ///< where a fit writes its state after every round
  std::optional<std::string> resume{};      ///< where a fit reads the state that it goes on from
};

/// What a run last said about itself.
class News;

/// A run in a thread of its own, seen from the thread that waits for it.
struct Watched {
  std::function<bool(std::chrono::milliseconds)> is_done_within;
  std::shared_ptr<News> news;
  std::stop_source stop;
};

std::shared_ptr<News> make_news();
/// A callback for `Execution` that remembers the last word.
ProgressCallback remembering(const std::shared_ptr<News>& news);

/// Waits for the end of a run without the GIL, passing progress on and looking for signals meanwhile and once
/// at the end. Returns the Python error that this raised, if it did; then the run has been told to stop.
std::optional<nb::python_error> watch(const Watched& run, const RunSettings& settings);

/// Leaves a run that does not stop in time to itself, with what it still reads.
void abandon(std::thread thread, std::any borrowed, std::function<bool()> is_done);
/// Lets go of what abandoned runs that have ended since have read.
void reap();

/// Runs `work(execution)` with the GIL released. Ctrl-C stops it, within a second even where the computation
/// does not look. What the work reads without owning it must be kept alive by `borrowed`.
template <class Work>
auto run(const RunSettings& settings, std::any borrowed, Work work) {
  using Result = decltype(work(std::declval<const Execution&>()));
  reap();
  Watched watched{{}, make_news(), {}};
  Execution execution{settings.n_threads, settings.max_memory, {}, watched.stop.get_token(), settings.device};
  if (!settings.progress.is_none()) execution.progress = remembering(watched.news);
  std::packaged_task<Result()> task(
      [work = std::move(work), execution = std::move(execution)]() mutable { return work(execution); });
  std::future<Result> result = task.get_future();
  watched.is_done_within = [&](std::chrono::milliseconds time) {
    return result.wait_for(time) == std::future_status::ready;
  };
  std::thread thread(std::move(task));
  if (std::optional<nb::python_error> error = watch(watched, settings)) {
    const auto kept = std::make_shared<std::future<Result>>(std::move(result));
    abandon(std::move(thread), std::move(borrowed),
            [kept] { return kept->wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
    reap();
    throw std::move(*error);
  }
  thread.join();
  return result.get();
}

}  // namespace sosi::python
