// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/tables.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "sosi/core/errors.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {
namespace tables_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string predictions(const PredictionTable& table) {
  std::ostringstream out;
  write_predictions(out, table);
  return out.str();
}

std::string scan(const ScanTable& table) {
  std::ostringstream out;
  write_scan(out, table);
  return out.str();
}

TEST(WritePredictions, HasOneLineForEachRow) {
  const Indices rows = {0, 7, 1000000, 1000001};
  const Prediction found{{{1, 0, 1, kUnlabeled}, {kInfinity, 1.1, kInfinity, 1.5}},
                         {1.0, 0.75, 0.5, 0.125},
                         {false, true, false, true},
                         Matrix{{0.0, 1.0}, {0.75, 0.25}, {0.5, 0.5}, {0.875, 0.125}}};
  const std::vector<std::string> classes = {"cat", "Élan"};
  const std::vector<int> given = {1, kUnlabeled, kUnlabeled, kUnlabeled};
  EXPECT_EQ(predictions({rows, found, classes, given}),
            "row,label,confidence,given,probability,far,runner_up,runner_up_probability\n"
            "0,Élan,,1,,0,,\n"
            "7,cat,1.1,0,0.75,1,Élan,0.25\n"
            "1000000,Élan,inf,0,0.5,0,cat,0.5\n"
            "1000001,,1.5,0,0.125,1,Élan,0.125\n");
}

TEST(WritePredictions, NamesTheFilesWhereRowsHaveThem) {
  const Indices rows = {0, 1};
  const Prediction found{
      {{0, 0}, {kInfinity, 1.5}}, {1.0, 0.5}, {false, false}, Matrix{{1.0, 0.0}, {0.5, 0.5}}};
  const std::vector<std::string> classes = {"cat", "a,b"};
  const std::vector<int> given = {0, kUnlabeled};
  const std::vector<std::string> files = {"cat/a, b.png", "unlabeled/c.png"};
  EXPECT_EQ(predictions({rows, found, classes, given, files}),
            "row,label,confidence,given,probability,far,runner_up,runner_up_probability,file\n"
            "0,cat,,1,,0,,,\"cat/a, b.png\"\n"
            "1,cat,1.5,0,0.5,0,\"a,b\",0.5,unlabeled/c.png\n");
  const std::vector<std::string> one = {"cat/a.png"};
  EXPECT_THROW(predictions({rows, found, classes, given, one}), InvalidInput);
}

TEST(WritePredictions, HasAColumnPerClassOnDemand) {
  const Prediction found{
      {{0, 1}, {kInfinity, 1.5}}, {1.0, 0.625}, {false, false}, Matrix{{1.0, 0.0}, {0.375, 0.625}}};
  const std::vector<std::string> classes = {"cat", "a,b"};
  const std::vector<int> given = {0, kUnlabeled};
  const Indices rows = {0, 1};
  EXPECT_EQ(predictions({.rows = rows,
                         .classification = found,
                         .classes = classes,
                         .given = given,
                         .has_all_probabilities = true}),
            "row,label,confidence,given,probability,far,runner_up,runner_up_probability,p_cat,\"p_a,b\"\n"
            "0,cat,,1,,0,,,1,0\n"
            "1,\"a,b\",1.5,0,0.625,0,cat,0.375,0.375,0.625\n");
}

TEST(WritePredictions, NumbersReadBackToTheSameBits) {
  const double confidence = 1.0 + std::numeric_limits<double>::epsilon();
  const double probability = 1.0 / 3.0;
  const Indices rows = {0};
  const Prediction found{{{0}, {confidence}}, {probability}, {false}, Matrix{{probability, 2.0 / 3.0}}};
  const std::string text =
      predictions({rows, found, std::vector<std::string>{"a", "b"}, std::vector<int>{kUnlabeled}});
  const std::string line = text.substr(text.find('\n') + 1);
  EXPECT_EQ(std::stod(line.substr(4)), confidence) << line;
  EXPECT_EQ(std::stod(line.substr(line.find(",0,") + 3)), probability) << line;
}

TEST(WritePredictions, QuotesWhatAReaderWouldMisread) {
  const std::vector<std::string> classes = {"a,b",    "say \"hi\"", "two\nlines", "cr\r",  " lead",
                                            "trail ", "in side",    "'",          "tab\t", ""};
  const std::vector<std::string> fields = {"\"a,b\"",        "\"say \"\"hi\"\"\"",
                                           "\"two\nlines\"", "\"cr\r\"",
                                           "\" lead\"",      "\"trail \"",
                                           "in side",        "'",
                                           "\"tab\t\"",      ""};
  for (std::size_t i = 0; i < classes.size(); ++i) {
    Prediction found{{{static_cast<int>(i)}, {2.0}}, {1.0}, {false}, Matrix::Zero(1, 10)};
    found.class_probabilities(0, static_cast<Index>(i == 9 ? 0 : 9)) = 0.25;
    EXPECT_EQ(predictions({Indices{3}, found, classes, std::vector<int>{kUnlabeled}}),
              "row,label,confidence,given,probability,far,runner_up,runner_up_probability\n3," + fields[i] +
                  ",2,0,1,0," + fields[i == 9 ? 0 : 9] + ",0.25\n");
  }
}

TEST(WritePredictions, RefusesColumnsThatDoNotFit) {
  const Indices rows = {0, 1};
  const std::vector<std::string> classes = {"a", "b"};
  const std::vector<int> given = {kUnlabeled, kUnlabeled};
  const Prediction good{{{0, 0}, {1.0, 1.0}}, {1.0, 1.0}, {false, false}, Matrix::Constant(2, 2, 0.5)};
  const auto refused = [&](auto edit) {
    Prediction bad = good;
    edit(bad);
    EXPECT_THROW(predictions({rows, bad, classes, given}), InvalidInput);
  };
  EXPECT_NO_THROW(predictions({rows, good, classes, given}));
  refused([](Prediction& bad) { bad.classes.pop_back(); });
  refused([](Prediction& bad) { bad.probability.clear(); });
  refused([](Prediction& bad) { bad.is_far.clear(); });
  refused([](Prediction& bad) { bad.classes[1] = 2; });
  refused([](Prediction& bad) { bad.class_probabilities.resize(1, 2); });
  refused([](Prediction& bad) { bad.class_probabilities.resize(2, 3); });
  EXPECT_THROW(predictions({rows, good, classes, {}}), InvalidInput);
}

std::vector<ScalePoint> two_points() {
  const Eigen::Vector2d gradient(kInfinity, 0.5);
  const Eigen::Vector2d separation(0.25, 2.0);
  const Eigen::Vector2d leave_one_out(1e-9, 0.1);
  return {{3.0, gradient, separation, leave_one_out, 0.0}, {4.0, separation, gradient, leave_one_out, 0.0}};
}

TEST(WriteScan, HasTheDimensionsOfEachScaleTogether) {
  EXPECT_EQ(scan({two_points(), std::vector<double>{0.1, 1.4}, {}}),
            "scale,dimension,G,D,loo\n"
            "0.1,0,inf,0.25,1e-09\n"
            "0.1,1,0.5,2,0.1\n"
            "1.4,0,0.25,inf,1e-09\n"
            "1.4,1,2,0.5,0.1\n");
}

TEST(WriteScan, AddsTheErrorWhereTheTruthIsKnown) {
  const std::vector<ScalePoint> points = {two_points()[0]};
  EXPECT_EQ(scan({points, std::vector<double>{0.1}, std::vector<double>{0.125}}),
            "scale,dimension,G,D,loo,rbf_error\n"
            "0.1,0,inf,0.25,1e-09,0.125\n"
            "0.1,1,0.5,2,0.1,0.125\n");
}

TEST(WriteScan, RefusesColumnsThatDoNotFit) {
  EXPECT_THROW(scan({two_points(), std::vector<double>{1.0}, {}}), InvalidInput);
  EXPECT_THROW(scan({two_points(), std::vector<double>{1.0, 2.0}, std::vector<double>{0.5}}), InvalidInput);
}

}  // namespace tables_test
}  // namespace sosi
