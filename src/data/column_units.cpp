// SPDX-License-Identifier: BSD-3-Clause
#include "data/column_units.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace sosi {

namespace {

// Of the logarithms of the ranges, to base 10: ranges that are spread evenly over two orders of magnitude
// have 0.58. A pixel that is rarely lit still has nearly the range of the others; its deviation would not.
constexpr double kLargestSpread = 0.5;
// One column may stand out of many that are alike.
constexpr double kLargestRatio = 100.0;
constexpr Index kFewestPixels = 50;

struct Columns {
  Vector smallest, largest, mean, deviation;
  std::vector<Index> varying;
};

Columns columns_of(const MatrixView& samples) {
  Columns columns;
  columns.smallest = samples.colwise().minCoeff();
  columns.largest = samples.colwise().maxCoeff();
  columns.mean = samples.colwise().mean();
  Vector variance = Vector::Zero(samples.cols());
  for (Index i = 0; i < samples.rows(); ++i) {
    variance += (samples.row(i).transpose() - columns.mean).cwiseAbs2();
  }
  columns.deviation = (variance / static_cast<double>(samples.rows())).cwiseSqrt();
  for (Index j = 0; j < samples.cols(); ++j) {
    if (columns.largest(j) > columns.smallest(j)) columns.varying.push_back(j);
  }
  return columns;
}

bool have_one_length(const MatrixView& samples) {
  constexpr double kTolerance = 1e-5;
  const double first = samples.row(0).norm();
  for (Index i = 0; i < samples.rows(); ++i) {
    if (!(std::abs(samples.row(i).norm() - first) <= kTolerance * first)) return false;
  }
  return first > 0.0;
}

bool differ(std::vector<double> logarithms) {
  std::ranges::sort(logarithms);
  const auto n = static_cast<double>(logarithms.size());
  double mean = 0.0;
  for (const double logarithm : logarithms) mean += logarithm / n;
  double variance = 0.0;
  for (const double logarithm : logarithms) variance += (logarithm - mean) * (logarithm - mean) / n;
  const double median = logarithms[logarithms.size() / 2];
  return variance > kLargestSpread * kLargestSpread || logarithms.back() - median > std::log10(kLargestRatio);
}

// A tenth of many columns reaches half of the largest value, and none is negative.
bool are_pixels(const Columns& columns) {
  const auto n_varying = std::ssize(columns.varying);
  if (n_varying < kFewestPixels || columns.smallest.minCoeff() < 0.0) return false;
  const double half = 0.5 * columns.largest.maxCoeff();
  const auto n_high =
      std::ranges::count_if(columns.varying, [&](Index j) { return columns.largest(j) >= half; });
  return 10 * n_high >= n_varying;
}

// Nearly all columns have means of less than half a deviation.
bool are_coordinates(const Columns& columns) {
  const auto n_centered = std::ranges::count_if(
      columns.varying, [&](Index j) { return std::abs(columns.mean(j)) <= 0.5 * columns.deviation(j); });
  return 10 * n_centered >= 9 * std::ssize(columns.varying);
}

}  // namespace

ColumnRanges compare_ranges(const MatrixView& samples) {
  const Columns columns = columns_of(samples);
  ColumnRanges ranges;
  ranges.range = columns.largest - columns.smallest;
  if (columns.varying.size() < 2) return ranges;
  const auto by_range = [&](Index j) { return ranges.range(j); };
  ranges.narrowest = *std::ranges::min_element(columns.varying, {}, by_range);
  ranges.widest = *std::ranges::max_element(columns.varying, {}, by_range);
  std::vector<double> logarithms;
  for (const Index j : columns.varying) logarithms.push_back(std::log10(ranges.range(j)));
  if (!differ(std::move(logarithms))) return ranges;
  ranges.units = have_one_length(samples)   ? ColumnUnits::unit_length
                 : are_pixels(columns)      ? ColumnUnits::pixels
                 : are_coordinates(columns) ? ColumnUnits::coordinates
                                            : ColumnUnits::different;
  return ranges;
}

}  // namespace sosi
