// SPDX-License-Identifier: BSD-3-Clause
// What signals do to the program. Its output goes into a pipe, so that no run ends before the test lets it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <iterator>
#include <thread>

#include "cli/program.hpp"
#include "problems.hpp"
#include "sosi/io/npy.hpp"

namespace sosi {
namespace interrupt_test {

// Whether the kernel has a signal in one of its sets of a process: "SigCgt" those caught, "SigIgn" ignored.
bool has_signal(pid_t process, const std::string& set, int signal) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  std::string line;
  while (std::getline(status, line)) {
    if (line.starts_with(set + ":"))
      return (std::stoul(line.substr(set.size() + 1), nullptr, 16) >> (signal - 1) & 1U) != 0;
  }
  return false;
}

// SIGTERM is the last that the program decides about.
void wait_for_handlers(pid_t program) {
  while (!has_signal(program, "SigCgt", SIGTERM)) std::this_thread::yield();
}

class Interrupt : public ::testing::Test {
 protected:
  void SetUp() override {
    const TrainingSet training = testing::partly_labeled(testing::make_curves(3, 30, 12, 101), 6);
    std::ofstream samples(folder_.path("X.npy"), std::ios::binary);
    write_npy(samples, training.samples);
    std::string labels;
    for (const int label : training.labels.values) labels += std::to_string(label) + "\n";
    folder_.write("y.csv", labels);
    ASSERT_EQ(mkfifo(folder_.path("pipe").c_str(), 0600), 0);
  }

  std::vector<std::string> fit(const std::vector<std::string>& more) const {
    std::vector<std::string> all = {"fit", "--samples", "X.npy", "--labels", "y.csv"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  testing::ProgramFolder folder_;
};

// Writing to a pipe that nobody reads, the run does not look at its stop token.
TEST_F(Interrupt, EndsARunThatDoesNotLookAndLosesNothing) {
  folder_.write("m.sosi", "old");
  for (const int signal : {SIGINT, SIGTERM}) {
    const pid_t child = folder_.start(fit({"--checkpoint", "pipe", "--model", "m.sosi", "--rounds", "3"}));
    wait_for_handlers(child);
    kill(child, signal);
    const testing::Run run = folder_.finish(child);
    EXPECT_EQ(run.status, 130);
    EXPECT_EQ(run.err, "sosi: interrupted\n");
    EXPECT_EQ(folder_.read("m.sosi"), "old");
  }
  EXPECT_EQ(folder_.n_files(), 4U);  // nothing half-written is left
}

// All checkpoints together are more than a pipe holds.
TEST_F(Interrupt, EndsARunInItsRounds) {
  const pid_t child = folder_.start(fit({"--checkpoint", "pipe", "--model", "m.sosi", "--rounds", "400"}));
  const int pipe = open(folder_.path("pipe").c_str(), O_RDONLY);  // returns when the first round is done
  kill(child, SIGINT);
  const testing::Run run = folder_.finish(child);
  close(pipe);
  EXPECT_EQ(run.status, 130);
  EXPECT_EQ(run.err, "sosi: interrupted\n");
  EXPECT_EQ(folder_.n_files(), 3U);
}

TEST_F(Interrupt, DoesNothingToAProgramStartedWithInterruptsIgnored) {
  const pid_t child =
      folder_.start(fit({"--predictions", "pipe", "--rounds", "3", "--quiet"}), testing::Interrupts::ignored);
  wait_for_handlers(child);
  EXPECT_TRUE(has_signal(child, "SigIgn", SIGINT));
  if (!HasFailure()) kill(child, SIGINT);
  std::ifstream pipe(folder_.path("pipe"));  // from here on the run can end
  const std::string table{std::istreambuf_iterator<char>(pipe), {}};
  EXPECT_EQ(std::ranges::count(table, '\n'), 1 + 90);
  const testing::Run run = folder_.finish(child);
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "");
}

}  // namespace interrupt_test
}  // namespace sosi
