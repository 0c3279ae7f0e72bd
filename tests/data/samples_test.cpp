// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/data/samples.hpp"

#include <gtest/gtest.h>

#include "problems.hpp"
#include "sosi/data/normalization.hpp"

namespace sosi {
namespace data_samples_test {

TEST(EncodeLabels, OrdersNumbersAsNumbersAndNamesByTheirBytes) {
  const std::vector<std::string> numbers = {"10", "-1", "9", "", "?", "10", "-5", "nan"};
  const Labels whole = encode_labels(numbers);
  EXPECT_EQ(whole.classes, (std::vector<std::string>{"-5", "9", "10"}));
  EXPECT_EQ(whole.values, (std::vector<int>{2, -1, 1, -1, -1, 2, 0, -1}));
  const std::vector<std::string> names = {"b", "10", "9"};
  EXPECT_EQ(encode_labels(names).classes, (std::vector<std::string>{"10", "9", "b"}));
}

TEST(OrderClasses, TakesEveryNameForAClass) {
  const std::vector<std::string> names = {"10", "-1", "9", "10"};
  EXPECT_EQ(order_classes(names), (std::vector<std::string>{"-1", "9", "10"}));
}

TEST(FirstEqualRows, FindWhatIsRepeated) {
  Matrix samples(5, 2);
  samples << 1, 2, 3, 4, 1, 2, -0.0, 5, 0.0, 5;
  EXPECT_EQ(first_equal_rows(samples), (Indices{0, 1, 0, 3, 3}));
}

TEST(ErrorRate, CountsUnlabeledRowsOfKnownTruth) {
  const std::vector<int> predicted = {0, 1, 1, 0, 1};
  const std::vector<int> truth = {1, 1, 0, 0, -1};
  EXPECT_DOUBLE_EQ(*error_rate(predicted, truth, std::vector<int>{0, -1, -1, -1, -1}), 1.0 / 3.0);
  EXPECT_FALSE(error_rate(predicted, truth, std::vector<int>{0, 0, 0, 0, -1}));
}

TEST(Partition, PutsDistinctLabeledRowsFirst) {
  Matrix samples(7, 1);
  samples << 5, 1, 2, 5, -0.0, 2, 0.0;
  const Labels labels{{-1, 0, 1, 0, -1, -1, -1}, {"a", "b"}};
  const Partition partition = partition_rows(samples, labels);
  EXPECT_EQ(partition.labeled, (Rows{Row(1), Row(2), Row(3)}));
  EXPECT_EQ(partition.unlabeled, (Rows{Row(4)}));
  EXPECT_EQ(partition.position, testing::positions_of({2, 0, 1, 2, 3, 1, 3}));
  EXPECT_EQ(partition.rows(), (Rows{Row(1), Row(2), Row(3), Row(4)}));
  EXPECT_EQ(partition.n_duplicates, 3);
}

TEST(UnlabelConflicts, TakesLabelsOffEqualRowsThatDisagree) {
  Matrix samples(7, 1);
  samples << 5, 1, 5, 1, 2, 5, 3;
  Labels labels{{0, 1, 1, 1, 0, -1, 1}, {"a", "b"}};
  EXPECT_EQ(unlabel_conflicts(samples, labels), (Indices{0, 2}));
  EXPECT_EQ(labels.values, (std::vector<int>{-1, 1, -1, 1, 0, -1, 1}));
  EXPECT_EQ(partition_rows(samples, labels).labeled.size(), 3U);
}

TEST(EncodeLabels, MinusOneIsAClassBesideOneOnly) {
  EXPECT_EQ(encode_labels(std::vector<int>{1, -1, 1}).values, (std::vector<int>{1, 0, 1}));
  EXPECT_EQ(encode_labels(std::vector<int>{3, -1, 3}).values, (std::vector<int>{0, -1, 0}));
}

TEST(Normalization, UnitAndStandardDoWhatTheySay) {
  const Matrix samples = testing::random_matrix(50, 4, 111).array() * 3.0 + 2.0;
  Matrix unit = samples;
  unit.row(7).setZero();
  learn_normalization(unit, NormalizationKind::unit).apply(unit);
  EXPECT_EQ(unit.row(7).norm(), 0.0);
  Matrix tiny = samples * 1e-200;
  learn_normalization(tiny, NormalizationKind::unit).apply(tiny);
  EXPECT_NEAR(tiny.row(3).norm(), 1.0, 1e-14);
  EXPECT_NEAR(unit.row(8).norm(), 1.0, 1e-15);
  Matrix standard = samples;
  standard.col(2).setConstant(0.1);
  learn_normalization(standard, NormalizationKind::standard).apply(standard);
  EXPECT_LT(standard.colwise().mean().cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_NEAR(standard.col(0).squaredNorm(), 50.0, 1e-12);
  EXPECT_LT(standard.col(2).cwiseAbs().maxCoeff(), 1e-15);
}

}  // namespace data_samples_test
}  // namespace sosi
