// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

thread_local bool inside_loop = false;

int default_threads() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

struct ThreadPool::State {
  std::stop_token stop;
  std::vector<std::thread> workers;
  std::mutex mutex;
  std::condition_variable wake;
  std::condition_variable done;
  std::size_t generation = 0;  // a new loop for the workers
  std::size_t n_busy = 0;
  bool quit = false;

  const std::function<void(std::size_t)>* body = nullptr;
  std::size_t n_items = 0;
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;

  ~State() {
    {
      const std::lock_guard lock(mutex);
      quit = true;
    }
    wake.notify_all();
    for (std::thread& worker : workers) worker.join();
  }

  void take_items() {
    inside_loop = true;
    for (;;) {
      const std::size_t item = next.fetch_add(1);
      if (item >= n_items) break;
      try {
        if (stop.stop_requested()) throw Cancelled();
        (*body)(item);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next.store(n_items);
      }
    }
    inside_loop = false;
  }

  void work() {
    std::size_t seen = 0;
    std::unique_lock lock(mutex);
    for (;;) {
      wake.wait(lock, [&] { return quit || generation != seen; });
      if (quit) return;
      seen = generation;
      lock.unlock();
      take_items();
      lock.lock();
      if (--n_busy == 0) done.notify_one();
    }
  }
};

ThreadPool::ThreadPool(int n_threads, std::stop_token stop) : state_(std::make_unique<State>()) {
  if (n_threads < 0) throw InvalidInput("n_threads = " + std::to_string(n_threads) + ": must be at least 0");
  const int total = n_threads == 0 ? default_threads() : n_threads;
  state_->stop = std::move(stop);
  State* state = state_.get();
  for (int i = 1; i < total; ++i) {
    try {
      state->workers.emplace_back([state] { state->work(); });
    } catch (const std::system_error&) {
      break;  // the system gives no more threads: those there are will do
    }
  }
}

ThreadPool::~ThreadPool() = default;

int ThreadPool::size() const {
  return static_cast<int>(state_->workers.size()) + 1;
}

void ThreadPool::check_stop() const {
  if (state_->stop.stop_requested()) throw Cancelled();
}

void ThreadPool::for_each(std::size_t n, const std::function<void(std::size_t)>& body) {
  if (inside_loop || n < 2 || state_->workers.empty()) {
    for (std::size_t i = 0; i < n; ++i) {
      check_stop();
      body(i);
    }
    return;
  }
  State& state = *state_;
  {
    const std::lock_guard lock(state.mutex);
    state.body = &body;
    state.n_items = n;
    state.next.store(0);
    state.failure = nullptr;
    state.n_busy = state.workers.size();
    ++state.generation;
  }
  state.wake.notify_all();
  state.take_items();
  std::unique_lock lock(state.mutex);
  state.done.wait(lock, [&] { return state.n_busy == 0; });
  if (state.failure) std::rethrow_exception(std::exchange(state.failure, nullptr));
}

}  // namespace sosi
