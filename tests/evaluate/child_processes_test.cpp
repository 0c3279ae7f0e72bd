// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/child_processes.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <map>
#include <vector>

#include "sosi/core/errors.hpp"

namespace sosi {
namespace child_processes_test {

ChildWork pieces(std::size_t n, std::function<std::string(std::size_t)> work) {
  return {n,
          2,
          [](std::size_t i) { return "piece " + std::to_string(i); },
          std::move(work),
          [](std::size_t, const ChildAnswer&) {},
          {}};
}

std::string message_of(const ChildWork& work) {
  try {
    run_in_children(work);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(ChildProcesses, GiveEveryAnswerOnceHoweverLong) {
  std::map<std::size_t, std::string> answers;
  ChildWork work = pieces(7, [](std::size_t i) { return std::string(i * 50'000, 'x'); });
  work.when_done = [&](std::size_t i, const ChildAnswer& answer) {
    EXPECT_TRUE(answers.emplace(i, answer.text).second);
  };
  run_in_children(work);
  ASSERT_EQ(answers.size(), 7U);
  for (const auto& [i, text] : answers) EXPECT_EQ(text, std::string(i * 50'000, 'x'));
}

TEST(ChildProcesses, KnowTheirOwnPeakMemory) {
  constexpr std::size_t kLarge = std::size_t{64} << 20;
  std::vector<std::size_t> peaks(2);
  ChildWork work = pieces(2, [](std::size_t i) {
    const std::vector<char> touched(i == 0 ? 1 : kLarge, 'x');
    return std::string(1, touched.back());
  });
  work.when_done = [&](std::size_t i, const ChildAnswer& answer) { peaks[i] = answer.peak_memory; };
  run_in_children(work);
  EXPECT_GT(peaks[1], peaks[0] + kLarge / 2);
}

TEST(ChildProcesses, FailByNameWithTheirOwnError) {
  const auto failing = [](auto error) {
    return pieces(3, [error](std::size_t i) -> std::string {
      if (i == 1) throw error;
      return {};
    });
  };
  EXPECT_THROW(run_in_children(failing(InvalidInput("a rule"))), InvalidInput);
  EXPECT_THROW(run_in_children(failing(IoError("a file"))), IoError);
  EXPECT_THROW(run_in_children(failing(std::bad_alloc())), MemoryRefused);
  EXPECT_EQ(message_of(failing(NumericalError("no answer"))), "piece 1: no answer");
  EXPECT_EQ(message_of(pieces(1,
                              [](std::size_t) -> std::string {
                                raise(SIGKILL);
                                return {};
                              })),
            "piece 0: was killed by the system (Killed)");
}

TEST(ChildProcesses, EndOnAStop) {
  std::stop_source source;
  ChildWork work = pieces(100, [](std::size_t) { return std::string(); });
  work.stop = source.get_token();
  int n_done = 0;
  work.when_done = [&](std::size_t, const ChildAnswer&) {
    ++n_done;
    source.request_stop();
  };
  EXPECT_THROW(run_in_children(work), Cancelled);
  EXPECT_LE(n_done, 2);
}

}  // namespace child_processes_test
}  // namespace sosi
