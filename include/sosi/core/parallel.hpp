// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>

namespace sosi {

/// A fixed set of threads that share the items of one loop at a time; not for use by several threads at once.
///
/// Every algorithm here splits its work into items whose extent does not depend on the number of threads and
/// whose results nobody else writes, so that any number of threads gives the same bits.
class ThreadPool {
 public:
  /// `n_threads` 0 takes one thread per core; the calling thread is one of them. Where the system gives
  /// fewer, fewer are taken.
  explicit ThreadPool(int n_threads = 0, std::stop_token stop = {});
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const;

  /// Calls body(i) once for each i in [0, n), in no particular order; returns when all are done.
  /// Throws what a body threw, or `Cancelled` once a stop was requested. A loop inside a loop runs in its
  /// thread.
  void for_each(std::size_t n, const std::function<void(std::size_t)>& body);

  /// Throws `Cancelled` when a stop was requested.
  void check_stop() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sosi
