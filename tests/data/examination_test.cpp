// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/data/examination.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "problems.hpp"

namespace sosi {
namespace examination_test {

using Notes = std::vector<std::string>;

// Noise, in columns that have names, with twelve labels of three classes.
TrainingSet table() {
  TrainingSet training;
  training.samples = testing::random_matrix(60, 4, 5);
  for (int i = 0; i < 60; ++i) training.labels.values.push_back(i < 12 ? i % 3 : kUnlabeled);
  training.labels.classes = {"a", "b", "c"};
  training.columns = {{"w"}, {"x"}, {"y"}, {"z"}};
  return training;
}

Notes with_column(Index column, const std::function<double(Index)>& value) {
  TrainingSet training = table();
  for (Index row = 0; row < training.samples.rows(); ++row) training.samples(row, column) = value(row);
  return examine(training);
}

TEST(Examination, NoiseIsNotPointedOut) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    TrainingSet training = table();
    training.samples = testing::random_matrix(60, 4, seed);
    EXPECT_EQ(examine(training), Notes{});
  }
}

TEST(Examination, AColumnThatIsTheLabelIsPointedOut) {
  const Notes expected = {
      "column 'y' has one value per class on all labeled rows: if it is made from the labels, "
      "leave it out (--ignore y)"};
  EXPECT_EQ(with_column(2, [](Index row) { return static_cast<double>(row % 3); }), expected);
  EXPECT_EQ(
      with_column(2, [](Index row) { return row < 12 ? 0.5 * static_cast<double>(2 - row % 3) : -1.0; }),
      expected);
  EXPECT_EQ(with_column(2, [](Index row) { return row == 5 ? 7.0 : static_cast<double>(row % 3); }), Notes{});
  EXPECT_EQ(with_column(2, [](Index) { return 1.0; }), Notes{});
}

TEST(Examination, FewLabelsCannotTellALabelFromChance) {
  TrainingSet training = table();
  for (Index row = 0; row < 60; ++row) training.samples(row, 0) = static_cast<double>(row % 3);
  for (std::size_t row = 6; row < 12; ++row) training.labels.values[row] = kUnlabeled;
  EXPECT_EQ(examine(training), Notes{});
}

TEST(Examination, AColumnThatNumbersTheRowsIsPointedOut) {
  const Notes expected = {"column 'w' numbers the rows: if it is an id, leave it out (--ignore w)"};
  EXPECT_EQ(with_column(0, [](Index row) { return static_cast<double>(row); }), expected);
  EXPECT_EQ(with_column(0, [](Index row) { return 1000.0 - static_cast<double>(row); }), expected);
  EXPECT_EQ(with_column(0,
                        [](Index row) {
                          const Index id = row + row / 7;
                          return static_cast<double>(id);
                        }),
            expected);
  EXPECT_EQ(with_column(0, [](Index row) { return static_cast<double>(row * 7 % 60); }), expected);
  EXPECT_EQ(with_column(0, [](Index row) { return static_cast<double>(row * 7 % 59); }), Notes{});
  EXPECT_EQ(with_column(0, [](Index row) { return static_cast<double>(row * row); }), Notes{});
  EXPECT_EQ(with_column(0, [](Index row) { return static_cast<double>(row) + 0.5; }), Notes{});
}

TEST(Examination, AColumnOfIdsWithoutOrderIsPointedOutByItsName) {
  TrainingSet training = table();
  for (Index row = 0; row < 60; ++row)
    training.samples(row, 1) = static_cast<double>(100000 + row * 7919 % 90001);
  EXPECT_EQ(examine(training), Notes{});
  for (const char* name : {"id", "ID", "Index", "Customer ID", "customer_id"}) {
    training.columns[1].name = name;
    EXPECT_EQ(examine(training).size(), 1U) << name;
  }
  EXPECT_EQ(examine(training), Notes{"column 'customer_id' has another whole number in every row: if it is "
                                     "an id, leave it out (--ignore customer_id)"});
  training.samples(7, 1) = training.samples(8, 1);
  EXPECT_EQ(examine(training), Notes{});
}

TEST(Examination, ColumnsWithoutANameAreNumbered) {
  TrainingSet training = table();
  training.columns.clear();
  for (Index row = 0; row < 60; ++row) training.samples(row, 3) = static_cast<double>(row);
  EXPECT_EQ(examine(training), Notes{"column 3 (from 0) numbers the rows: if it is an id, leave it out"});
  training.are_images = true;
  EXPECT_EQ(examine(training), Notes{});
}

TEST(Examination, NamesThatDifferInBlanksOrCapitalsArePointedOut) {
  TrainingSet training = table();
  training.labels.classes = {"Pinot Noir", "barolo", "pinotnoir"};
  EXPECT_EQ(
      examine(training),
      Notes{"classes 'Pinot Noir' and 'pinotnoir' differ in blanks or capitals only: if they are one, spell "
            "them alike"});
}

}  // namespace examination_test
}  // namespace sosi
