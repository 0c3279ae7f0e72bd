// SPDX-License-Identifier: BSD-3-Clause
// What reports, tables and inspect show of the theory is what the library says.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/program.hpp"
#include "problems.hpp"
#include "sosi/fit/fit.hpp"
#include "sosi/io/model_file.hpp"
#include "sosi/io/npy.hpp"
#include "sosi/model/sample_geometry.hpp"
#include "sosi/model/theory.hpp"

namespace sosi {
namespace theory_flag_test {

using Json = nlohmann::json;

class TheoryFlag : public ::testing::Test {
 protected:
  TheoryFlag() : training_(testing::partly_labeled(testing::make_curves(3, 30, 6, 51), 5)) {
    std::ostringstream samples;
    write_npy(samples, training_.samples);
    folder_.write("X.npy", samples.str());
    std::string labels;
    for (const int label : training_.labels.values) labels += std::to_string(label) + "\n";
    folder_.write("y.csv", labels);
  }

  testing::Run fit_with(std::vector<std::string> more) const {
    more.insert(more.begin(), {"fit", "--samples", "X.npy", "--labels", "y.csv", "--rounds", "4"});
    return folder_.run(more);
  }

  TrainingSet training_;
  testing::ProgramFolder folder_;
};

std::vector<double> numbers(const VectorView& values) {
  return {values.begin(), values.end()};
}

TEST_F(TheoryFlag, ShowsInReportsWhatTheLibrarySays) {
  ASSERT_EQ(fit_with({"--scale", "regularizer", "--model", "m.sosi", "--json", "s.json"}).status, 0);
  const Model model = load_model(folder_.path("m.sosi"));
  const Theory theory = theory_of(model);
  const Json inspected = Json::parse(folder_.run({"inspect", "m.sosi"}).out);
  const Json report = Json::parse(folder_.read("s.json"));
  for (const Json& all : {inspected, report}) {
    const Json& criteria = all["scale_criteria"];
    EXPECT_EQ(criteria["gradient"], numbers(theory.scale_criteria->gradient));
    EXPECT_EQ(criteria["separation"], numbers(theory.scale_criteria->separation));
    EXPECT_EQ(criteria["ratio"], numbers(theory.scale_criteria->ratio));
    EXPECT_EQ(criteria["n_samples"], 15);
    EXPECT_EQ(criteria["weight_used"], true);
    EXPECT_NEAR(criteria["regularizer_sum"], theory.scale_criteria->regularizer.sum(), 1e-6);
    EXPECT_EQ(all["lipschitz_bounds"], numbers(*theory.lipschitz_bounds));
    EXPECT_EQ(all["lipschitz_bound"], theory.lipschitz_bounds->norm());
    for (std::size_t k = 0; k < 2; ++k) EXPECT_EQ(all["n_separated_pairs"][k], theory.separated[k].size());
    EXPECT_FALSE(all.contains("separated_pairs"));
    EXPECT_FALSE(all.contains("gradient_norm"));
  }
  const Json named = Json::parse(folder_.run({"inspect", "--theory", "m.sosi"}).out)["separated_pairs"];
  for (std::size_t k = 0; k < 2; ++k) {
    for (const SeparatedPair& pair : theory.separated[k]) {
      EXPECT_EQ(named[k][model.classes()[pair.first]][model.classes()[pair.second]], pair.gap);
    }
  }
}

TEST_F(TheoryFlag, AddsTheGeometryOfEveryRow) {
  const std::vector<std::string> outputs = {"--model", "m.sosi",        "--json",
                                            "s.json",  "--predictions", "p.csv"};
  ASSERT_EQ(fit_with(outputs).status, 0);
  const std::string plain_model = folder_.read("m.sosi");
  std::vector<std::string> with_theory = outputs;
  with_theory.insert(with_theory.end(), {"--theory", "--abstain-below", "1"});
  ASSERT_EQ(fit_with(with_theory).status, 0);
  EXPECT_EQ(folder_.read("m.sosi"), plain_model);
  const Json report = Json::parse(folder_.read("s.json"));
  const Model model = load_model(folder_.path("m.sosi"));
  const Prediction found = model.predict(training_.samples);
  const SampleGeometry geometry = sample_geometry(model, training_.samples, found.classes);
  EXPECT_EQ(report["manifold_distance"], numbers(geometry.manifold_distance));
  EXPECT_EQ(report["gradient_norm"], numbers(geometry.gradient_norm));
  EXPECT_EQ(report["safe_radius"], numbers(geometry.safe_radius));
  EXPECT_EQ(report["separated_pairs"].size(), 2U);
  ASSERT_EQ(folder_.run({"predict", "--model", "m.sosi", "--samples", "X.npy", "--out", "q.csv", "--theory"})
                .status,
            0);
  for (const char* table : {"p.csv", "q.csv"}) {
    std::istringstream lines(folder_.read(table));
    std::string line;
    std::getline(lines, line);
    EXPECT_TRUE(line.ends_with(",runner_up_probability,manifold_distance,gradient_norm,safe_radius")) << line;
    for (Index row = 0; std::getline(lines, line); ++row) {
      const std::string expected = "," + OptionText<double>::format(geometry.manifold_distance(row)) + "," +
                                   OptionText<double>::format(geometry.gradient_norm(row)) + "," +
                                   OptionText<double>::format(geometry.safe_radius(row));
      EXPECT_TRUE(line.ends_with(expected)) << line << " is not with " << expected;
    }
  }
}

TEST_F(TheoryFlag, IsInEveryExplanation) {
  ASSERT_EQ(fit_with({"--model", "m.sosi"}).status, 0);
  const Model model = load_model(folder_.path("m.sosi"));
  const std::vector<std::string> explain = {"explain", "--model", "m.sosi", "--samples",
                                            "X.npy",   "--row",   "80"};
  std::vector<std::string> in_json = explain;
  in_json.insert(in_json.end(), {"--json", "why.json"});
  ASSERT_EQ(folder_.run(in_json).status, 0);
  const Json why = Json::parse(folder_.read("why.json"))[0];
  const Matrix sample = training_.samples.row(80);
  EXPECT_EQ(why["gradient_norm"], gradient_norms(model, sample).norm());
  EXPECT_EQ(why["safe_radius"], safe_radii(model, model.class_squared_distances(sample))(0));
  EXPECT_NE(folder_.run(explain).out.find("the norm of the map's gradient is "), std::string::npos);
}

TEST_F(TheoryFlag, NeedsAMapWithCentersAndAnOutput) {
  EXPECT_NE(fit_with({"--model", "m.sosi", "--theory"}).err.find("--theory: has no effect without"),
            std::string::npos);
  const testing::Run other = folder_.run({"fit", "--samples", "X.npy", "--labels", "y.csv", "--extension",
                                          "lle", "--json", "s.json", "--model", "m.sosi", "--theory"});
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.err.find("--theory: needs extension = rbf"), std::string::npos) << other.err;
  ASSERT_EQ(folder_
                .run({"fit", "--samples", "X.npy", "--labels", "y.csv", "--extension", "lle", "--json",
                      "s.json", "--model", "m.sosi"})
                .status,
            0);
  const Json report = Json::parse(folder_.read("s.json"));
  EXPECT_FALSE(report.contains("scale_criteria"));
  EXPECT_FALSE(report.contains("lipschitz_bound"));
  EXPECT_EQ(report["n_separated_pairs"].size(), 2U);
  const testing::Run predicted =
      folder_.run({"predict", "--model", "m.sosi", "--samples", "X.npy", "--out", "q.csv", "--theory"});
  EXPECT_EQ(predicted.status, 2);
  EXPECT_NE(predicted.err.find("extended by lle, not by rbf"), std::string::npos) << predicted.err;
  EXPECT_FALSE(folder_.exists("q.csv"));
}

}  // namespace theory_flag_test
}  // namespace sosi
