// SPDX-License-Identifier: BSD-3-Clause
// What the program does about requests that cannot be meant, and about outputs that fail.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "problems.hpp"
#include "sosi/io/npy.hpp"

namespace sosi {
namespace manners_test {

using Outcome = testing::Run;
using Words = std::vector<std::string>;

class Manners : public ::testing::Test {
 protected:
  void SetUp() override {
    const TrainingSet training = testing::partly_labeled(testing::make_curves(3, 30, 12, 101), 6);
    std::ofstream samples(folder_.path("X.npy"), std::ios::binary);
    write_npy(samples, training.samples);
    std::string labels;
    for (const int label : training.labels.values) labels += std::to_string(label) + "\n";
    folder_.write("y.csv", labels);
  }

  static Words fit(const Words& more) {
    Words all = {"fit", "--samples", "X.npy", "--labels", "y.csv"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  void expect_refused(const Words& arguments, const std::string& message) {
    const Outcome run = folder_.run(arguments);
    EXPECT_EQ(run.status, 2) << run.err;
    EXPECT_EQ(run.err, "sosi: " + message + "\n");
    EXPECT_EQ(run.out, "");
  }

  testing::ProgramFolder folder_;
};

TEST_F(Manners, AFitWithoutOutputsIsRefused) {
  expect_refused(
      fit({}),
      "fit has nothing to write: name an output (--model, --predictions, --json, --picture or --checkpoint)");
  expect_refused(fit({"--model", "m.sosi", "--abstain-below", "0.5"}),
                 "--abstain-below: has no effect without --predictions or --json");
}

TEST_F(Manners, ContradictionsAreRefusedByName) {
  const auto with = [](const Words& more) {
    Words all = fit({"--model", "m.sosi"});
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  expect_refused(with({"--rounds", "5", "--rounds", "7"}),
                 "--rounds is given twice, as '5' and as '7': must have one value");
  expect_refused(with({"--rounds", "5", "--effort", "thorough"}),
                 "effort = thorough: has no effect with rounds = 5");
  expect_refused(with({"--selection", "confidence", "--quota-weight", ".5"}),
                 "quota_weight = 0.5: has no effect with selection = confidence");
  EXPECT_EQ(folder_.run(with({"--rounds", "2", "--rounds", "2", "--effort", "normal"})).status, 0);
  folder_.write("c.ini", "rounds = 7\n");
  EXPECT_EQ(folder_.run(with({"--config", "c.ini", "--rounds", "2"})).status, 0);
  folder_.write("c.ini", "rounds = 7\nrounds = 8\n");
  expect_refused(with({"--config", "c.ini"}),
                 "--rounds is given twice, as '7' and as '8': must have one value");
  expect_refused({"scan", "--samples", "X.npy", "--labels", "y.csv", "--out", "s.csv", "--truth-array", "t"},
                 "--truth-array: has no effect without --truth");
  expect_refused({"compare", "--samples", "X.npy", "--labels", "y.csv", "--labeled-per-class", "2",
                  "--methods", "sosi,nn", "--svm-cost", "3", "--out", "compared"},
                 "svm_cost = 3: has no effect on any of the methods compared");
}

TEST_F(Manners, CompareTakesLabelsByEitherName) {
  const testing::Curves curves = testing::make_curves(3, 30, 12, 101);
  std::string labels;
  for (const int label : curves.classes) labels += std::to_string(label) + "\n";
  folder_.write("truth.csv", labels);
  for (const char* flag : {"--labels", "--truth"}) {
    const Outcome run =
        folder_.run({"compare", "--samples", "X.npy", flag, "truth.csv", "--labeled-per-class", "2",
                     "--methods", "nn", "--repeats", "1", "--out", flag + 2});
    EXPECT_EQ(run.status, 0) << run.err;
  }
  EXPECT_EQ(folder_.read("labels/table.md"), folder_.read("truth/table.md"));
}

TEST_F(Manners, AnOutputThatFailsDoesNotKeepTheOthersFromBeingWritten) {
  const Outcome run = folder_.run(
      fit({"--rounds", "2", "--predictions", "/dev/full", "--model", "m.sosi", "--json", "s.json"}));
  EXPECT_EQ(run.status, 4);
  EXPECT_EQ(run.err, "sosi: /dev/full: cannot be written: No space left on device\n");
  EXPECT_NE(run.out.find("labeled 72 of 90 samples"), std::string::npos) << run.out;
  EXPECT_TRUE(folder_.exists("m.sosi"));
  EXPECT_EQ(nlohmann::json::parse(folder_.read("s.json"))["rows"].size(), 90U);
}

TEST_F(Manners, ACheckpointThatFailsDoesNotEndTheFit) {
  const Outcome run =
      folder_.run(fit({"--rounds", "4", "--checkpoint", "/dev/full", "--predictions", "p.csv", "--quiet"}));
  EXPECT_EQ(run.status, 4);
  EXPECT_EQ(run.err, "sosi: /dev/full: cannot be written: No space left on device\n");
  EXPECT_TRUE(folder_.exists("p.csv"));
}

TEST_F(Manners, ALimitOfFileSizesIsAFailedWrite) {
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small = {1000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const pid_t child = folder_.start(fit({"--rounds", "2", "--model", "m.sosi", "--quiet"}));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  const Outcome run = folder_.finish(child);
  EXPECT_EQ(run.status, 4);
  EXPECT_EQ(run.err, "sosi: m.sosi: cannot be written: File too large\n");
  EXPECT_EQ(folder_.n_files(), 2U);
}

TEST_F(Manners, AReadOnlyFileIsNotReplaced) {
  folder_.write("m.sosi", "precious");
  ASSERT_EQ(::chmod(folder_.path("m.sosi").c_str(), 0444), 0);
  const Outcome run = folder_.run(fit({"--rounds", "2", "--model", "m.sosi"}));
  EXPECT_EQ(run.status, 4);
  EXPECT_EQ(run.err, "sosi: m.sosi: cannot be written: is read-only, and is not replaced\n");
  EXPECT_EQ(folder_.read("m.sosi"), "precious");
}

TEST_F(Manners, TheSummaryEndsInPlainWords) {
  const auto last_line = [&](const Words& more) {
    const Outcome run = folder_.run(fit(more));
    EXPECT_EQ(run.status, 0) << run.err;
    const std::string text = run.out.substr(0, run.out.size() - 1);
    return text.substr(text.rfind('\n') + 1);
  };
  const std::string all = last_line({"--rounds", "3", "--predictions", "p.csv"});
  EXPECT_TRUE(all.starts_with("labeled 72 of 90 samples; about ")) << all;
  EXPECT_TRUE(all.ends_with(" a probability below 0.5: see probability in p.csv")) << all;
  const std::string open = last_line({"--rounds", "3", "--predictions", "p.csv", "--abstain-below", "1"});
  EXPECT_TRUE(open.starts_with("labeled ")) << open;
  EXPECT_NE(open.find(" open with a probability below 1"), std::string::npos) << open;
  std::string labels;
  for (const int label : testing::make_curves(3, 30, 12, 101).classes) labels += std::to_string(label) + "\n";
  folder_.write("y.csv", labels);
  EXPECT_EQ(last_line({"--rounds", "3", "--model", "m.sosi"}),
            "all 90 samples have given labels: nothing to label");
}

}  // namespace manners_test
}  // namespace sosi
