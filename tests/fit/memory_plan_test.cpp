// SPDX-License-Identifier: BSD-3-Clause
// What a fit is predicted to take, against what a process that does nothing else takes.
#include "fit/memory_plan.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "evaluate/child_processes.hpp"
#include "kernel/kernel_backend.hpp"
#include "problems.hpp"

namespace sosi {
namespace memory_plan_test {

struct MemoryCase {
  const char* name;
  Index per_class;
  Index n_features;
  int n_labeled_per_class;
  OptionTexts options;
  double least;  ///< of the prediction, relative to the peak
  double most;
  std::optional<std::size_t> max_memory = {};
};

constexpr double kTight = 1.3;
constexpr double kNeverLess = 0.85;
constexpr double kOneScalePerDimension = 5.0;  // as many factors are predicted where scales may all differ
constexpr std::size_t kMega = std::size_t{1} << 20;

const MemoryCase kCases[] = {
    {"factors of all samples", 600, 40, 20, {{"rounds", "3"}, {"scale", "1"}}, kNeverLess, kTight},
    {"samples of many features", 500, 1500, 20, {{"rounds", "2"}, {"scale", "1"}}, kNeverLess, kTight},
    {"few centers",
     1600,
     40,
     20,
     {{"rounds", "3"}, {"scale", "1"}, {"max_centers", "1200"}},
     kNeverLess,
     kTight},
    {"many labels", 500, 40, 300, {{"rounds", "2"}, {"scale", "1"}}, kNeverLess, kTight},
    {"factors made again",
     600,
     40,
     20,
     {{"rounds", "3"}, {"scale", "0.8,0.9,1,1.1"}},
     kNeverLess,
     kTight,
     120 * kMega},
    {"scales to be found", 500, 40, 20, {{"rounds", "3"}}, kNeverLess, kOneScalePerDimension},
    {"a search", 250, 40, 12, {{"effort", "quick"}}, kNeverLess, kOneScalePerDimension},
};

FitReport report_of(const MemoryCase& of) {
  FitOptions options;
  for (const auto& [name, text] : of.options) set_option(options, name, text);
  Execution execution;
  execution.n_threads = 1;
  execution.max_memory = of.max_memory;
  testing::Curves curves = testing::make_curves(5, of.per_class, of.n_features, 17);
  TrainingSet training = testing::partly_labeled({Matrix(), curves.classes}, of.n_labeled_per_class);
  training.samples = std::move(curves.samples);  // no copy of which the allocator would keep the room
  return fit(std::move(training), options, execution).report;
}

TEST(MemoryPlan, PredictsThePeakOfAProcess) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers take memory of their own";
#endif
  const std::size_t n = std::size(kCases);
  std::vector<ChildAnswer> answers(n + 1);
  run_in_children(
      {n + 1,
       1,
       [](std::size_t i) { return i < n ? kCases[i].name : "nothing"; },
       [](std::size_t i) { return i < n ? std::to_string(report_of(kCases[i]).predicted_memory) : "0"; },
       [&](std::size_t i, const ChildAnswer& answer) { answers[i] = answer; },
       {}});
  const auto nothing = static_cast<double>(answers[n].peak_memory);
  for (std::size_t i = 0; i < n; ++i) {
    SCOPED_TRACE(kCases[i].name);
    const double predicted = std::stod(answers[i].text);
    const double ratio = predicted / (static_cast<double>(answers[i].peak_memory) - nothing);
    RecordProperty(kCases[i].name, std::to_string(ratio));
    EXPECT_GE(ratio, kCases[i].least);
    EXPECT_LE(ratio, kCases[i].most);
    if (kCases[i].max_memory) {
      EXPECT_LE(predicted, static_cast<double>(*kCases[i].max_memory));
    }
  }
}

struct Refusal {
  const char* name;
  OptionTexts options;
  std::size_t max_memory;
};

// Of 1,200 samples of 64 features, 50 labeled, in 10 classes.
constexpr FitSize kRefusedSize = {1200, 50, 1150, 64, 9};
const Refusal kRefusals[] = {
    {"a search takes too much", {{"max_centers", "1200"}}, 100 * kMega},
    {"without a search, fewer centers", {{"max_centers", "1200"}}, 20 * kMega},
    {"a thorough search", {{"max_centers", "900"}, {"effort", "thorough"}}, 60 * kMega},
    {"fewer centers", {{"rounds", "10"}, {"max_centers", "1200"}}, 20 * kMega},
    {"nearly enough", {{"rounds", "10"}, {"scale", "1"}, {"max_centers", "1200"}}, 19 * kMega},
};

std::string refusal_of(const FitOptions& options, std::size_t max_memory, const KernelBackend& backend) {
  try {
    plan_fit(kRefusedSize, options, max_memory, backend);
    return {};
  } catch (const MemoryRefused& error) {
    return error.what();
  }
}

int number_behind(const std::string& text, const std::string& name) {
  const std::size_t at = text.rfind(name + " = ");
  return at == std::string::npos ? 0 : std::stoi(text.substr(at + name.size() + 3));
}

TEST(MemoryPlan, AdviceIsAcceptedWhenFollowed) {
  ThreadPool threads(2);
  const auto backend = make_backend(Device::cpu, threads);
  for (const Refusal& refused : kRefusals) {
    SCOPED_TRACE(refused.name);
    FitOptions options;
    for (const auto& [name, text] : refused.options) set_option(options, name, text);
    const std::string message = refusal_of(options, refused.max_memory, *backend);
    ASSERT_FALSE(message.empty());
    const int rounds = number_behind(message, "rounds");
    const int max_centers = number_behind(message, "max_centers");
    ASSERT_TRUE(rounds > 0 || max_centers > 0) << message;
    EXPECT_EQ(message.find("without effort") != std::string::npos, options.effort != Effort::normal);
    if (rounds > 0) options.rounds = rounds;
    if (message.find("without effort") != std::string::npos) options.effort = Effort::normal;
    if (max_centers > 0) options.max_centers = max_centers;
    EXPECT_EQ(refusal_of(options, refused.max_memory, *backend), "") << message;
    if (max_centers == 0) continue;
    options.max_centers = max_centers + max_centers / 5;  // not far below what fits
    EXPECT_NE(refusal_of(options, refused.max_memory, *backend), "") << message;
  }
}

TEST(MemoryPlan, NoMoreThanTheLeastIsAskedFor) {
  ThreadPool threads(2);
  const auto backend = make_backend(Device::cpu, threads);
  EXPECT_EQ(plan_samples(kRefusedSize, {}, kMega, *backend), kRefusedSize.n_labeled);
  FitSize labeled = kRefusedSize;
  labeled.n_unlabeled = 0;
  const std::size_t least = plan_fit(labeled, {}, 1000 * kMega, *backend).memory;
  EXPECT_LT(least, 16 * kMega);
  EXPECT_GE(plan_samples(kRefusedSize, {}, least, *backend), kRefusedSize.n_labeled);
  EXPECT_NO_THROW(plan_fit(labeled, {}, least, *backend));
}

}  // namespace memory_plan_test
}  // namespace sosi
