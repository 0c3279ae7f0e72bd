// SPDX-License-Identifier: BSD-3-Clause
// The program as a user meets it: files in, files out, statuses, messages.
#include "cli/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "problems.hpp"
#include "sosi/core/instruction_set.hpp"
#include "sosi/core/version.hpp"
#include "sosi/fit/study.hpp"
#include "sosi/io/model_file.hpp"
#include "sosi/io/npy.hpp"
#include "sosi/io/samples.hpp"

namespace sosi {
namespace program_test {

using Outcome = testing::Run;

class Program : public ::testing::Test {
 protected:
  void SetUp() override {
    curves_ = testing::make_curves(3, 30, 12, 101);
    training_ = testing::partly_labeled(curves_, 6);
    std::ofstream samples(folder_.path("X.npy"), std::ios::binary);
    write_npy(samples, training_.samples);
    std::string labels = "label\n";
    for (const int label : training_.labels.values)
      labels += (label == kUnlabeled ? "?" : names_[label]) + std::string("\n");
    folder_.write("y.csv", labels);
  }

  // Bad input: the status, and one line that holds the given words.
  void expect_refused(const std::vector<std::string>& arguments, int status, const std::string& words) {
    const Outcome run = folder_.run(arguments);
    EXPECT_EQ(run.status, status) << run.err;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    EXPECT_TRUE(run.err.starts_with("sosi: ")) << run.err;
    EXPECT_NE(run.err.find(words), std::string::npos) << run.err;
    EXPECT_EQ(run.out, "");
  }

  const std::string names_[3] = {"ant", "bee, the", "cow"};
  testing::ProgramFolder folder_;
  testing::Curves curves_;
  TrainingSet training_;
};

// A sample of the fit is not far from itself.
std::string without_far(std::string line) {
  std::size_t at = 0;
  for (int comma = 0; comma < 5; ++comma) at = line.find(',', at) + 1;
  return line.erase(at, 1);
}

TEST_F(Program, FitPredictTransformAndTheLibraryAgreeToTheBit) {
  const Outcome fitted =
      folder_.run({"fit", "--samples", "X.npy", "--labels", "y.csv", "--model", "m.sosi", "--predictions",
                   "p.csv", "--json", "s.json", "--rounds", "5", "--threads", "2"});
  ASSERT_EQ(fitted.status, 0) << fitted.err;
  EXPECT_NE(fitted.out.find("90 samples of 12 features, 18 labeled, 3 classes"), std::string::npos)
      << fitted.out;
  FitOptions options;
  options.rounds = 5;
  const FitResult expected = fit(training_, options);
  const Model model = load_model(folder_.path("m.sosi"));
  EXPECT_EQ(model.rbf_map().coefficients(), expected.model.rbf_map().coefficients());
  EXPECT_EQ(model.classes(), (std::vector<std::string>{"ant", "bee, the", "cow"}));

  ASSERT_EQ(folder_.run({"predict", "--model", "m.sosi", "--samples", "X.npy", "--out", "q.csv"}).status, 0);
  ASSERT_EQ(folder_.run({"transform", "--model", "m.sosi", "--samples", "X.npy", "--out", "Y.npy"}).status,
            0);
  EXPECT_EQ(read_samples({folder_.path("Y.npy"), {}, {}}).values,
            expected.model.transform(training_.samples));

  // Unlabeled rows read the same in both tables.
  std::istringstream given(folder_.read("p.csv"));
  std::istringstream predicted(folder_.read("q.csv"));
  std::string a;
  std::string b;
  std::getline(given, a);
  std::getline(predicted, b);
  EXPECT_EQ(a, "row,label,confidence,given,probability,far,runner_up,runner_up_probability");
  EXPECT_EQ(a, b);
  for (std::size_t row = 0; row < 90; ++row) {
    ASSERT_TRUE(std::getline(given, a) && std::getline(predicted, b));
    if (training_.labels.values[row] == kUnlabeled) {
      EXPECT_EQ(without_far(a), without_far(b));
    } else {
      EXPECT_TRUE(a.ends_with(",,1,,0,,")) << a;
    }
  }

  const auto report = nlohmann::json::parse(folder_.read("s.json"));
  for (const char* key : {"labels", "confidence", "probability", "expected_error", "calibration", "scales",
                          "rounds", "seconds", "peak_memory_bytes", "diagnostics", "options"}) {
    EXPECT_TRUE(report.contains(key)) << key;
  }
  EXPECT_EQ(report["rounds"].size(), 5U);
  EXPECT_EQ(report["labels"].size(), 90U);
  EXPECT_EQ(report["options"]["rounds"], 5);
  EXPECT_TRUE(report["confidence"][0].is_null());
  EXPECT_TRUE(report["probability"][0].is_null());
}

TEST_F(Program, LeavesLabelsOpenThatAreTooImprobable) {
  const FitResult expected = fit(training_, {});
  const std::vector<double>& probability = expected.prediction.probability;
  std::vector<double> unlabeled;
  for (std::size_t i = 0; i < 90; ++i) {
    if (training_.labels.values[i] == kUnlabeled) unlabeled.push_back(probability[i]);
  }
  const double bound = std::ranges::max(unlabeled);  // leaves one label at least
  const std::string text = OptionText<double>::format(bound);
  ASSERT_EQ(folder_
                .run({"fit", "--samples", "X.npy", "--labels", "y.csv", "--model", "a.sosi", "--predictions",
                      "p.csv", "--json", "s.json", "--abstain-below", text})
                .status,
            0);
  ASSERT_EQ(folder_.run({"fit", "--samples", "X.npy", "--labels", "y.csv", "--model", "b.sosi"}).status, 0);
  EXPECT_EQ(folder_.read("a.sosi"), folder_.read("b.sosi"));
  const auto report = nlohmann::json::parse(folder_.read("s.json"));
  std::istringstream table(folder_.read("p.csv"));
  std::string line;
  std::getline(table, line);
  for (std::size_t i = 0; i < 90; ++i) {
    ASSERT_TRUE(std::getline(table, line));
    EXPECT_EQ(line.starts_with(std::to_string(i) + ",,"), probability[i] < bound) << line;
    EXPECT_EQ(report["labels"][i].is_null(), probability[i] < bound);
  }

  ASSERT_EQ(folder_
                .run({"predict", "--model", "a.sosi", "--samples", "X.npy", "--out", "q.csv",
                      "--abstain-below", text})
                .status,
            0);
  const Prediction predicted = expected.model.predict(training_.samples);
  std::istringstream rows(folder_.read("q.csv"));
  std::getline(rows, line);
  for (std::size_t i = 0; std::getline(rows, line); ++i) {
    EXPECT_EQ(line.starts_with(std::to_string(i) + ",,"), predicted.probability[i] < bound) << line;
  }
  for (const char* bad : {"1.5", "-0.1", "half"}) {
    const Outcome refused = folder_.run(
        {"predict", "--model", "a.sosi", "--samples", "X.npy", "--out", "q.csv", "--abstain-below", bad});
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.err.find("abstain-below"), std::string::npos) << refused.err;
  }
}

TEST_F(Program, EmbedScanAndInspectShowTheStages) {
  ASSERT_EQ(
      folder_
          .run({"embed", "--samples", "X.npy", "--labels", "y.csv", "--out", "E.npy", "--n-components", "4"})
          .status,
      0);
  FitOptions options;
  options.n_components = 4;
  EXPECT_EQ(read_samples({folder_.path("E.npy"), {}, {}}).values, embed_labeled(training_, options));

  // The learned embedding, given back as a file, makes the same model.
  ASSERT_EQ(folder_
                .run({"fit", "--samples", "X.npy", "--labels", "y.csv", "--embedding", "E.npy", "--scale",
                      "1", "--rounds", "10", "--model", "a.sosi"})
                .status,
            0);
  ASSERT_EQ(folder_
                .run({"fit", "--samples", "X.npy", "--labels", "y.csv", "--n-components", "4", "--scale", "1",
                      "--rounds", "10", "--model", "b.sosi"})
                .status,
            0);
  EXPECT_EQ(load_model(folder_.path("a.sosi")).rbf_map().coefficients(),
            load_model(folder_.path("b.sosi")).rbf_map().coefficients());

  folder_.write("t.csv", [&] {
    std::string text;
    for (const int of_class : curves_.classes) text += names_[of_class] + "\n";
    return text;
  }());
  const Outcome scanned = folder_.run({"scan", "--samples", "X.npy", "--labels", "y.csv", "--truth", "t.csv",
                                       "--scales", "0.4,0.8", "--out", "-"});
  ASSERT_EQ(scanned.status, 0) << scanned.err;
  EXPECT_TRUE(scanned.out.starts_with("scale,dimension,G,D,loo,rbf_error\n0.4,0,")) << scanned.out;
  EXPECT_EQ(std::ranges::count(scanned.out, '\n'), 1 + 2 * 2);

  const Outcome inspected = folder_.run({"inspect", "a.sosi"});
  ASSERT_EQ(inspected.status, 0);
  EXPECT_EQ(nlohmann::json::parse(inspected.out)["n_centers"], 90);
}

TEST_F(Program, ConfigFileGivesOptionsAndFlagsWin) {
  folder_.write("c.ini",
                "# a comment\nrounds = 3\n\nn-components=2   # more\nrefit_scale = true\nsamples = X.npy\n");
  ASSERT_EQ(folder_
                .run({"fit", "--config", "c.ini", "--labels", "y.csv", "--rounds", "4", "--json", "s.json",
                      "--quiet"})
                .status,
            0);
  const auto options = nlohmann::json::parse(folder_.read("s.json"))["options"];
  EXPECT_EQ(options["rounds"], 4);
  EXPECT_EQ(options["n_components"], 2);
  EXPECT_EQ(options["refit_scale"], true);
  folder_.write("bad.ini", "rounds = 3\nroundz = 4\n");
  expect_refused(
      {"fit", "--config", "bad.ini", "--samples", "X.npy", "--labels", "y.csv", "--model", "m.sosi"}, 2,
      "bad.ini: line 2: 'roundz'");
  folder_.write("bad.ini", "rounds\n");
  expect_refused(
      {"fit", "--config", "bad.ini", "--samples", "X.npy", "--labels", "y.csv", "--model", "m.sosi"}, 2,
      "name = value");
  folder_.write("bad.ini", "rounds =\n");
  expect_refused(
      {"fit", "--config", "bad.ini", "--samples", "X.npy", "--labels", "y.csv", "--model", "m.sosi"}, 2,
      "name = value");
  folder_.write("bad.ini", "help = 1\n");
  expect_refused(
      {"fit", "--config", "bad.ini", "--samples", "X.npy", "--labels", "y.csv", "--model", "m.sosi"}, 2,
      "'help'");
  expect_refused(
      {"fit", "--config", "none.ini", "--samples", "X.npy", "--labels", "y.csv", "--model", "m.sosi"}, 4,
      "none.ini");
}

TEST_F(Program, HelpNamesEveryKnob) {
  const Outcome help = folder_.run({"fit", "--help"});
  EXPECT_EQ(help.status, 0);
  for (const Field<FitOptions>& knob : field_table<FitOptions>()) {
    std::string flag = "--" + knob.name;
    std::ranges::replace(flag, '_', '-');
    EXPECT_NE(help.out.find(flag), std::string::npos) << flag;
  }
  for (const char* verb : {"predict", "transform", "embed", "scan", "inspect", "demo"}) {
    EXPECT_EQ(folder_.run({verb, "--help"}).status, 0) << verb;
  }
  EXPECT_EQ(folder_.run({"--version"}).out, "sosi " + std::string(kVersion) + "\n");
}

TEST_F(Program, RefusesBadUsageInOneLine) {
  const std::vector<std::string> good = {"fit",   "--samples", "X.npy", "--labels",
                                         "y.csv", "--model",   "m.sosi"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), good.begin(), good.end());
    return more;
  };
  expect_refused({}, 2, "sosi --help");
  expect_refused({"fti"}, 2, "; did you mean 'fit'?");
  expect_refused({"--nope"}, 2, "--nope");
  expect_refused(with({"--scale", ""}), 2, "--scale: must not be empty");
  expect_refused(with({"--json", "a", "--predictions", "a"}), 2, "two outputs");
  expect_refused(with({"--json", "./y.csv"}), 2, "--json ./y.csv: would overwrite the file of --labels");
  expect_refused(with({"--predictions", "X.npy"}), 2, "would overwrite the file of --samples");
  expect_refused({"fit"}, 2, "--samples");
  expect_refused({"fit", "--sampels", "X.npy"}, 2, "did you mean '--samples'?");
  expect_refused(with({"--roundz", "3"}), 2,
                 "'--roundz' is not an option of sosi fit; did you mean '--rounds'?");
  expect_refused(with({"--n_components=3"}), 2, "did you mean '--n-components'?");
  expect_refused(with({"--rounds", "0"}), 2, "rounds = 0: must be auto or an integer at least 1");
  expect_refused(with({"--rounds", "many"}), 2, "rounds = many");
  expect_refused(with({"--embedding", "lapacian"}), 2, "; did you mean 'laplacian'?");
  expect_refused(with({"--selection", "Quota"}), 2, "; did you mean 'quota'?");
  expect_refused(with({"--device", "cpuu"}), 2, "; did you mean 'cpu'?");
  expect_refused(with({"--embedding", "none.npy"}), 4, "none.npy");
  expect_refused(with({"--n-components", "99"}), 2, "n_components = 99: must be at most 17");
  expect_refused(with({"--scale", "-1"}), 2, "scale = -1");
  expect_refused(with({"--threads", "0"}), 2, "--threads");
  expect_refused(with({"--max-memory", "lots"}), 2, "max_memory = lots");
  expect_refused(with({"--max-memory", "1K"}), 5, "needs at least");
}

TEST_F(Program, UsesTheInstructionSetThatItIsTold) {
  const std::vector<std::string> arguments = {"fit",      "--samples", "X.npy",  "--labels", "y.csv",
                                              "--rounds", "5",         "--json", "s.json"};
  const std::string before(instruction_set_name());
  const std::string narrowest(instruction_set_name(InstructionSet::baseline));
  setenv("SOSI_ISA", narrowest.c_str(), 1);
  const Outcome run = folder_.run(arguments);
  setenv("SOSI_ISA", "foo", 1);
  expect_refused(arguments, 2, "SOSI_ISA = foo: must be " + narrowest);
  setenv("SOSI_ISA", before.c_str(), 1);
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(folder_.read("s.json"))["instruction_set"], narrowest);
}

TEST_F(Program, RefusesBadFilesInOneLine) {
  expect_refused({"fit", "--samples", "none.npy", "--labels", "y.csv", "--model", "new.sosi"}, 4, "none.npy");
  folder_.write("x.foo", "1,2\n");
  expect_refused({"fit", "--samples", "x.foo", "--labels", "y.csv", "--model", "new.sosi"}, 2, "x.foo");
  folder_.write("bad.csv", "1,2\n3,x\n");
  expect_refused({"fit", "--samples", "bad.csv", "--labels", "y.csv", "--model", "new.sosi"}, 2,
                 "bad.csv: line 2, column 2");
  folder_.write("nan.csv", "1,2\n3,nan\n");
  expect_refused({"fit", "--samples", "nan.csv", "--labels", "y.csv", "--model", "new.sosi"}, 2,
                 "nan.csv: line 2, column 2: 'nan' is missing");
  folder_.write("short.csv", "a\nb\n");
  expect_refused({"fit", "--samples", "X.npy", "--labels", "short.csv", "--model", "new.sosi"}, 2,
                 "short.csv");
  folder_.write("cut.npy", folder_.read("X.npy").substr(0, 200));
  expect_refused({"fit", "--samples", "cut.npy", "--labels", "y.csv", "--model", "new.sosi"}, 4, "cut.npy");
  expect_refused({"fit", "--samples", "X.npy", "--labels", "y.csv", "--model", "nowhere/m.sosi"}, 4,
                 "nowhere");
  folder_.write("m.sosi", "not a model");
  expect_refused({"inspect", "m.sosi"}, 4, "m.sosi");
  expect_refused({"predict", "--model", "m.sosi", "--samples", "X.npy", "--out", "p.csv"}, 4, "m.sosi");
  ASSERT_EQ(folder_.run({"fit", "--samples", "X.npy", "--labels", "y.csv", "--model", "good.sosi", "--quiet"})
                .status,
            0);
  expect_refused({"predict", "--model", "good.sosi", "--samples", "nan.csv", "--out", "p.csv"}, 2, "nan.csv");
  folder_.write("narrow.csv", "1,2\n3,4\n");
  expect_refused({"predict", "--model", "good.sosi", "--samples", "narrow.csv", "--out", "p.csv"}, 2,
                 "2 features");
  EXPECT_FALSE(folder_.exists("p.csv"));
}

TEST_F(Program, GoesOnFromACheckpointToTheSameFiles) {
  const auto curves = testing::make_curves(5, 60, 30, 12);
  std::ofstream(folder_.path("c.npy"), std::ios::binary) << [&] {
    std::ostringstream bytes;
    write_npy(bytes, curves.samples);
    return bytes.str();
  }();
  std::string labels;
  for (std::size_t i = 0; i < curves.classes.size(); ++i) {
    labels += std::to_string(i < 25 ? curves.classes[i] : -1) + "\n";
  }
  folder_.write("c.csv", labels);
  const std::vector<std::string> fit = {"fit", "--samples", "c.npy", "--labels", "c.csv", "--rounds", "40"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = fit;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  EXPECT_EQ(folder_.run(with({"--model", "whole.sosi"})).status, 0);
  EXPECT_EQ(folder_.run(with({"--checkpoint", "state"})).status, 0);  // as after the last round but one
  EXPECT_EQ(folder_.run(with({"--resume", "state", "--model", "rest.sosi"})).status, 0);
  EXPECT_EQ(folder_.read("rest.sosi"), folder_.read("whole.sosi"));
  EXPECT_EQ(folder_.run(with({"--resume", "c.npy", "--model", "other.sosi"})).status, 4);
  const Outcome other = folder_.run(
      {"fit", "--samples", "c.npy", "--labels", "c.csv", "--resume", "state", "--model", "other.sosi"});
  EXPECT_EQ(other.status, 2);
}

}  // namespace program_test
}  // namespace sosi
