// SPDX-License-Identifier: BSD-3-Clause
// Tables from file to labels.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "problems.hpp"

namespace sosi {
namespace cli_table_test {

using Outcome = testing::Run;

class TableProgram : public ::testing::Test {
 protected:
  // Three curves in a table with ids, partial labels, true classes and a text column that says nothing.
  void SetUp() override {
    const testing::Curves curves = testing::make_curves(3, 20, 4, 55);
    const char* const kinds[] = {"ant", "bee", "cow"};
    std::string table = "id,kind,truth,a,b,color,c,d\n";
    for (Index row = 0; row < 60; ++row) {
      const std::string kind = kinds[curves.classes[row]];
      table += "x" + std::to_string(1000 + row) + "," + (row < 24 ? kind : "NA") + "," + kind;
      for (Index j = 0; j < 4; ++j) {
        if (j == 2) table += row % 2 == 0 ? ",red" : ",blue";
        table += row == 40 && j == 1 ? ",NA" : "," + std::to_string(curves.samples(row, j));
      }
      table += "\n";
    }
    folder_.write("t.csv", table);
  }

  Outcome fit(std::vector<std::string> more) const {
    std::vector<std::string> all = {
        "fit",     "--samples", "t.csv",  "--labels-array", "kind",          "--rounds", "3",
        "--model", "m.sosi",    "--json", "s.json",         "--predictions", "p.csv"};
    all.insert(all.end(), more.begin(), more.end());
    return folder_.run(all);
  }

  std::string line(const std::string& file, int number) const {
    const std::string text = folder_.read(file);
    std::size_t at = 0;
    for (int i = 0; i < number; ++i) at = text.find('\n', at) + 1;
    return text.substr(at, text.find('\n', at) - at);
  }

  testing::ProgramFolder folder_;
};

TEST_F(TableProgram, LabelsAndIdsAreNoFeatures) {
  const Outcome run = fit({"--id", "id", "--ignore", "truth,color", "--missing", "mean"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("60 samples of 4 features, 24 labeled, 3 classes"), std::string::npos) << run.out;
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(line("p.csv", 0),
            "row,id,label,confidence,given,probability,far,runner_up,runner_up_probability");
  EXPECT_TRUE(line("p.csv", 1).starts_with("0,x1000,ant,,1,"));
  const auto report = nlohmann::json::parse(folder_.read("s.json"));
  EXPECT_EQ(report["id"]["name"], "id");
  EXPECT_EQ(report["id"]["values"][59], "x1059");
  EXPECT_EQ(report["rows"].size(), 60U);
}

TEST_F(TableProgram, TheLabelColumnIsNoFeatureHoweverTheFileIsNamed) {
  const std::vector<std::string> rest = {"--id", "id", "--ignore", "truth,color", "--missing", "drop"};
  ASSERT_EQ(fit(rest).status, 0);
  const std::string predictions = folder_.read("p.csv");
  std::vector<std::string> named = rest;
  named.insert(named.end(), {"--labels", "./t.csv"});
  ASSERT_EQ(fit(named).status, 0);
  EXPECT_EQ(folder_.read("p.csv"), predictions);
}

TEST_F(TableProgram, LabelsThatAreNotNamedAreAskedForBeforeTheirColumnIsRefusedAsText) {
  const Outcome run = folder_.run({"fit", "--samples", "t.csv", "--predictions", "p.csv"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err,
            "sosi: t.csv: has no labels; name a file that has them (--labels), or their column in a text "
            "table (--labels-array)\n");
}

TEST_F(TableProgram, DroppedRowsKeepTheirNumbers) {
  const Outcome run = fit({"--id", "id", "--columns", "a,b,c,d", "--missing", "drop"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_TRUE(line("p.csv", 40).starts_with("39,x1039,"));
  EXPECT_TRUE(line("p.csv", 41).starts_with("41,x1041,"));
  const auto report = nlohmann::json::parse(folder_.read("s.json"));
  EXPECT_EQ(report["rows"][40], 41);
  EXPECT_EQ(report["labels"].size(), 59U);
}

TEST_F(TableProgram, PredictFindsTheColumnsOfTheModelByName) {
  ASSERT_EQ(fit({"--id", "id", "--ignore", "truth", "--categories", "color", "--missing", "mean"}).status, 0);
  const std::string rows = "d,c,id,b,color,a\n0.1,0.2,n1,0.3,red,0.4\n0.1,0.2,n2,,blue,0.4\n";
  folder_.write("new.csv", rows);
  const Outcome run =
      folder_.run({"predict", "--model", "m.sosi", "--samples", "new.csv", "--id", "id", "--out", "n.csv"});
  ASSERT_EQ(run.status, 0) << run.err;
  folder_.write("same.csv", "0.4,0.3,red,0.2,0.1\n0.4,NA,blue,0.2,0.1\n");
  ASSERT_EQ(folder_.run({"predict", "--model", "m.sosi", "--samples", "same.csv", "--out", "o.csv"}).status,
            0);
  std::string without_ids = folder_.read("n.csv");
  for (const std::string id : {"id,", "n1,", "n2,"}) without_ids.erase(without_ids.find(id), id.size());
  EXPECT_EQ(without_ids, folder_.read("o.csv"));
  folder_.write("less.csv", "d,c,b,a\n1,2,3,4\n");
  const Outcome refused =
      folder_.run({"predict", "--model", "m.sosi", "--samples", "less.csv", "--out", "o.csv"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("less.csv: has no column 'color'"), std::string::npos) << refused.err;
}

TEST_F(TableProgram, ColumnsThatGiveTheGameAwayArePointedOut) {
  std::string table = folder_.read("t.csv");
  for (const auto& [kind, number] : {std::pair("ant", "1"), {"bee", "2"}, {"cow", "3"}}) {
    for (std::size_t at = table.find(kind); at != std::string::npos; at = table.find(kind, at))
      table.replace(at, 3, number);
  }
  for (std::size_t at = table.find("\nx"); at != std::string::npos; at = table.find("\nx"))
    table.erase(at + 1, 1);
  folder_.write("t.csv", table);
  const Outcome run = fit({"--ignore", "color", "--missing", "mean", "--quiet"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.err,
            "sosi: note: column 'id' numbers the rows: if it is an id, leave it out (--ignore id)\n"
            "sosi: note: column 'truth' has one value per class on all labeled rows: if it is made from the "
            "labels, leave it out (--ignore truth)\n");
  EXPECT_EQ(nlohmann::json::parse(folder_.read("s.json"))["notes"].size(), 2U);
}

TEST_F(TableProgram, EqualRowsWithDifferentLabelsHaveAWayOut) {
  folder_.write("t.csv", "kind,a,b\nx,1,2\ny,1,2\nx,0,1\nx,0,2\ny,3,4\ny,4,4\n?,3,3\n");
  const Outcome refused = fit({});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("rows 0 and 1 (from 0) are equal but labeled 'x' and 'y': conflicts = unlabel"),
            std::string::npos)
      << refused.err;
  const Outcome run = fit({"--conflicts", "unlabel"});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("7 samples of 2 features, 4 labeled, 2 classes"), std::string::npos) << run.out;
  EXPECT_EQ(nlohmann::json::parse(folder_.read("s.json"))["notes"][0],
            "the labels of 2 rows are not used: equal rows have others");
}

TEST_F(TableProgram, ColumnsOfDifferentUnitsAreStandardized) {
  std::string table = "kind,grams,share\n";
  for (int row = 0; row < 30; ++row) {
    table += (row < 10 ? row % 2 == 0 ? "a" : "b" : "") + std::string(",") +
             std::to_string(1000 + 97 * row % 700) + "," +
             std::to_string(0.01 * (row % 2) + 0.0001 * (row % 7)) + "\n";
  }
  folder_.write("t.csv", table);
  const Outcome run = fit({});
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NE(
      run.out.find(
          "- normalize: standard, as the ranges of the features differ: from 0.0106 (column share) to "),
      std::string::npos)
      << run.out;
  EXPECT_EQ(nlohmann::json::parse(folder_.read("s.json"))["options"]["normalize"], "standard");
}

}  // namespace cli_table_test
}  // namespace sosi
