// SPDX-License-Identifier: BSD-3-Clause
#include "data/column_units.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "problems.hpp"

namespace sosi {
namespace column_units_test {

// Columns of mean 3 and deviation 1, each times its factor.
Matrix table(const std::vector<double>& factors) {
  Matrix samples = testing::random_matrix(200, std::ssize(factors), 7).array() + 3.0;
  for (std::size_t j = 0; j < factors.size(); ++j) samples.col(static_cast<Index>(j)) *= factors[j];
  return samples;
}

TEST(ColumnUnits, RangesOfOneOrderAreAlike) {
  EXPECT_EQ(compare_ranges(table({1, 1, 1, 1})).units, ColumnUnits::alike);
  EXPECT_EQ(compare_ranges(table({1, 2, 5, 10})).units, ColumnUnits::alike);
  EXPECT_EQ(compare_ranges(table({1})).units, ColumnUnits::alike);
  Matrix constant = table({1, 1e6});
  constant.col(1).setConstant(1e6);
  EXPECT_EQ(compare_ranges(constant).units, ColumnUnits::alike);
}

TEST(ColumnUnits, RangesThatDifferByOrdersOfMagnitudeAreFound) {
  const ColumnRanges ranges = compare_ranges(table({1, 0.01, 300, 5}));
  EXPECT_EQ(ranges.units, ColumnUnits::different);
  EXPECT_EQ(ranges.narrowest, 1);
  EXPECT_EQ(ranges.widest, 2);
  std::vector<double> one_of_many(200, 1.0);
  one_of_many[17] = 1000.0;
  EXPECT_EQ(compare_ranges(table(one_of_many)).units, ColumnUnits::different);
}

TEST(ColumnUnits, TheUnitOfAllColumnsDoesNotMatter) {
  EXPECT_EQ(compare_ranges(1e-30 * table({1, 0.01, 300, 5})).units, ColumnUnits::different);
  EXPECT_EQ(compare_ranges(1e30 * table({1, 2, 3, 4})).units, ColumnUnits::alike);
}

TEST(ColumnUnits, CoordinatesAroundZeroKeepTheirRanges) {
  Matrix scores = table({1, 0.01, 300, 5});
  scores.rowwise() -= scores.colwise().mean().eval();
  EXPECT_EQ(compare_ranges(scores).units, ColumnUnits::coordinates);
}

TEST(ColumnUnits, PixelsThatAreHardlyLitAreLeftAlone) {
  Matrix images = table(std::vector<double>(100, 50.0)).cwiseAbs().cwiseMin(255.0);
  images.leftCols(60) /= 1000.0;
  EXPECT_EQ(compare_ranges(images).units, ColumnUnits::pixels);
  EXPECT_EQ(compare_ranges(images.middleCols(50, 20)).units, ColumnUnits::different)
      << "too few for an image";
}

TEST(ColumnUnits, RowsOfOneLengthAreLeftAlone) {
  const Matrix unit = table({1, 0.01, 300, 5}).rowwise().normalized();
  EXPECT_EQ(compare_ranges(unit).units, ColumnUnits::unit_length);
}

}  // namespace column_units_test
}  // namespace sosi
