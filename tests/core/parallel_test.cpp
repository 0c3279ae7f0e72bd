// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/core/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <vector>

#include "sosi/core/errors.hpp"

namespace sosi {
namespace parallel_test {

TEST(ThreadPool, VisitsEveryItemOnceForAnyNumberOfThreads) {
  for (int n_threads = 1; n_threads <= 4; ++n_threads) {
    ThreadPool threads(n_threads);
    EXPECT_EQ(threads.size(), n_threads);
    for (const std::size_t n : {0, 1, 2, 1000}) {
      std::vector<int> visits(n, 0);
      threads.for_each(n, [&](std::size_t i) { ++visits[i]; });
      EXPECT_EQ(visits, std::vector<int>(n, 1));
    }
  }
}

TEST(ThreadPool, RunsALoopInsideALoop) {
  ThreadPool threads(3);
  std::vector<int> sums(20, 0);
  threads.for_each(sums.size(), [&](std::size_t i) {
    threads.for_each(10, [&](std::size_t j) { sums[i] += static_cast<int>(j); });
  });
  EXPECT_EQ(sums, std::vector<int>(20, 45));
}

TEST(ThreadPool, PassesOnWhatABodyThrowsAndGoesOnAfterwards) {
  ThreadPool threads(3);
  const auto fails = [](std::size_t i) {
    if (i == 7) throw InvalidInput("seven");
  };
  EXPECT_THROW(threads.for_each(100, fails), InvalidInput);
  std::atomic<int> n = 0;
  threads.for_each(100, [&](std::size_t) { ++n; });
  EXPECT_EQ(n, 100);
}

TEST(ThreadPool, EndsWithCancelledOnceAStopIsRequested) {
  for (int n_threads = 1; n_threads <= 2; ++n_threads) {
    std::stop_source stop;
    ThreadPool threads(n_threads, stop.get_token());
    std::atomic<int> n = 0;
    const auto stops = [&](std::size_t) {
      ++n;
      stop.request_stop();
    };
    EXPECT_THROW(threads.for_each(1000, stops), Cancelled);
    EXPECT_LE(n, n_threads);
  }
}

}  // namespace parallel_test
}  // namespace sosi
