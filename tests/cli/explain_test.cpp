// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/program.hpp"
#include "problems.hpp"
#include "sosi/fit/fit.hpp"
#include "sosi/io/model_file.hpp"
#include "sosi/io/npy.hpp"

namespace sosi {
namespace explain_test {

// A model of three curves, and the samples it was fitted on.
class Explain : public ::testing::Test {
 protected:
  Explain() : training_(testing::partly_labeled(testing::make_curves(3, 30, 6, 51), 5)) {
    std::ostringstream samples;
    write_npy(samples, training_.samples);
    folder_.write("X.npy", samples.str());
    std::string labels;
    for (const int label : training_.labels.values) labels += std::to_string(label) + "\n";
    folder_.write("y.csv", labels);
    const testing::Run run = folder_.run({"fit", "--samples", "X.npy", "--labels", "y.csv", "--rounds", "4",
                                          "--model", "m.sosi", "--predictions", "p.csv", "--probabilities"});
    EXPECT_EQ(run.status, 0) << run.err;
  }

  testing::Run explain(std::vector<std::string> more) const {
    more.insert(more.begin(), {"explain", "--model", "m.sosi", "--samples", "X.npy"});
    return folder_.run(more);
  }

  TrainingSet training_;
  testing::ProgramFolder folder_;
};

TEST_F(Explain, SaysInJsonWhatTheLibrarySays) {
  ASSERT_EQ(explain({"--row", "80", "--row", "2", "--json", "why.json"}).status, 0);
  const auto all = nlohmann::json::parse(folder_.read("why.json"));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0]["row"], 80);
  EXPECT_EQ(all[1]["row"], 2);
  const Model model = load_model(folder_.path("m.sosi"));
  const Prediction found = model.predict(training_.samples);
  EXPECT_EQ(all[0]["label"], model.classes()[found.classes[80]]);
  EXPECT_EQ(all[0]["probability"], found.probability[80]);
  EXPECT_EQ(all[0]["nearest_labeled"].size(), 5U);
  EXPECT_EQ(all[0]["nearest_labeled"][0]["given"], true);
  EXPECT_TRUE(all[0]["center"].is_number());
  // Row 2 is the third labeled sample, and the nearest to itself.
  EXPECT_EQ(all[1]["center"], 2);
  EXPECT_EQ(all[1]["nearest_labeled"][0]["distance"], 0.0);
  EXPECT_NE(all[1]["nearest_centers"][0]["center"], 2);
}

TEST_F(Explain, TellsAReaderToo) {
  const testing::Run run = explain({"--row", "80", "--neighbors", "3"});
  ASSERT_EQ(run.status, 0) << run.err;
  for (const char* words :
       {"row 80: ", "runner-up", "it is a sample of the fit, center", "most probable classes",
        "nearest labeled samples", "nearest samples of the fit"}) {
    EXPECT_NE(run.out.find(words), std::string::npos) << run.out;
  }
}

TEST_F(Explain, NamesTheNearestLabeledSampleOfTheRunnerUp) {
  ASSERT_EQ(explain({"--row", "80", "--neighbors", "15", "--json", "why.json"}).status, 0);
  const auto why = nlohmann::json::parse(folder_.read("why.json"))[0];
  nlohmann::json nearest;  // all 15 labeled samples are there, the nearest first
  for (const auto& near : why["nearest_labeled"]) {
    if (nearest.is_null() && near["label"] == why["runner_up"]) nearest = near;
  }
  EXPECT_EQ(why["runner_up_nearest_labeled"], nearest);
}

TEST_F(Explain, DrawsImagesOnly) {
  const testing::Run run = explain({"--row", "80", "--picture", "why.svg"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err,
            "sosi: m.sosi: picture: the samples of the model must be images, and it must know their size\n");
  EXPECT_EQ(explain({"--row", "80", "--picture", "why.jpg"}).err,
            "sosi: picture: the name of the file 'why.jpg' must end with .svg or .png\n");
  EXPECT_EQ(explain({"--row", "80", "--picture", "why.svg", "--json", "why.svg"}).status, 2);
}

TEST_F(Explain, RefusesRowsThatAreNotThere) {
  for (const char* row : {"90", "-1"}) {
    const testing::Run run = explain({"--row", row});
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.err,
              "sosi: X.npy: row = " + std::string(row) + ": must be one of the 90 rows, counted from 0\n");
  }
  EXPECT_EQ(explain({}).status, 2);
}

TEST_F(Explain, TablesHaveAColumnPerClassOnDemand) {
  const std::string header = folder_.read("p.csv").substr(0, folder_.read("p.csv").find('\n'));
  EXPECT_TRUE(header.ends_with(",runner_up,runner_up_probability,p_0,p_1,p_2")) << header;
}

}  // namespace explain_test
}  // namespace sosi
