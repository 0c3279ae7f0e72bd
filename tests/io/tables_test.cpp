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
namespace {

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
                         {false, true, false, true}};
  const std::vector<std::string> classes = {"cat", "Élan"};
  const std::vector<int> given = {1, kUnlabeled, kUnlabeled, kUnlabeled};
  EXPECT_EQ(predictions({rows, found, classes, given}),
            "row,label,confidence,given,probability,far\n"
            "0,Élan,,1,,0\n"
            "7,cat,1.1,0,0.75,1\n"
            "1000000,Élan,inf,0,0.5,0\n"
            "1000001,,1.5,0,0.125,1\n");
}

TEST(WritePredictions, NamesTheFilesWhereRowsHaveThem) {
  const Indices rows = {0, 1};
  const Prediction found{{{0, 0}, {kInfinity, 1.5}}, {1.0, 0.5}, {false, false}};
  const std::vector<std::string> classes = {"cat"};
  const std::vector<int> given = {0, kUnlabeled};
  const std::vector<std::string> files = {"cat/a, b.png", "unlabeled/c.png"};
  EXPECT_EQ(predictions({rows, found, classes, given, files}),
            "row,label,confidence,given,probability,far,file\n"
            "0,cat,,1,,0,\"cat/a, b.png\"\n"
            "1,cat,1.5,0,0.5,0,unlabeled/c.png\n");
  const std::vector<std::string> one = {"cat/a.png"};
  EXPECT_THROW(predictions({rows, found, classes, given, one}), InvalidInput);
}

TEST(WritePredictions, NumbersReadBackToTheSameBits) {
  const double confidence = 1.0 + std::numeric_limits<double>::epsilon();
  const double probability = 1.0 / 3.0;
  const Indices rows = {0};
  const Prediction found{{{0}, {confidence}}, {probability}, {false}};
  const std::string text =
      predictions({rows, found, std::vector<std::string>{"a"}, std::vector<int>{kUnlabeled}});
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
    const Prediction found{{{static_cast<int>(i)}, {2.0}}, {1.0}, {false}};
    EXPECT_EQ(predictions({Indices{3}, found, classes, std::vector<int>{kUnlabeled}}),
              "row,label,confidence,given,probability,far\n3," + fields[i] + ",2,0,1,0\n");
  }
}

TEST(WritePredictions, RefusesColumnsThatDoNotFit) {
  const Indices rows = {0, 1};
  const std::vector<std::string> classes = {"a"};
  const std::vector<int> given = {kUnlabeled, kUnlabeled};
  const Prediction good{{{0, 0}, {1.0, 1.0}}, {1.0, 1.0}, {false, false}};
  const Prediction short_one{{{0}, {1.0}}, {1.0}, {false}};
  const Prediction without{{{0, 0}, {1.0, 1.0}}, {}, {}};
  const Prediction unnamed{{{0, 1}, {1.0, 1.0}}, {1.0, 1.0}, {false, false}};
  EXPECT_NO_THROW(predictions({rows, good, classes, given}));
  EXPECT_THROW(predictions({rows, short_one, classes, given}), InvalidInput);
  EXPECT_THROW(predictions({rows, without, classes, given}), InvalidInput);
  EXPECT_THROW(predictions({rows, unnamed, classes, given}), InvalidInput);
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

}  // namespace
}  // namespace sosi
