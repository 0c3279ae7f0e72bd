// SPDX-License-Identifier: BSD-3-Clause
#include "extend/width_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "sosi/core/errors.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

constexpr Index kHeatSamples = 500;
constexpr int kHeats = 33;
constexpr double kLowestHeat = 1e-3;  // of the median squared distance
constexpr double kHighestHeat = 4.0;

// The leave-one-out average of every sample. Trick: the smallest distance is subtracted from all, so that the
// sum of weights is never 0.
Matrix averages_of_others(const Matrix& squared_distances, const Matrix& coordinates, double heat) {
  const Index n = squared_distances.rows();
  Matrix averages = Matrix::Zero(n, coordinates.cols());
  for (Index i = 0; i < n; ++i) {
    double smallest = std::numeric_limits<double>::infinity();
    for (Index j = 0; j < n; ++j) {
      if (j != i) smallest = std::min(smallest, squared_distances(i, j));
    }
    double sum = 0.0;
    for (Index j = 0; j < n; ++j) {
      if (j == i) continue;
      const double weight = std::exp((smallest - squared_distances(i, j)) / heat);
      sum += weight;
      averages.row(i) += weight * coordinates.row(j);
    }
    averages.row(i) /= sum;
  }
  return averages;
}

}  // namespace

double mean_cosine(const Matrix& averages, const Matrix& coordinates) {
  double sum = 0.0;
  for (Index k = 0; k < coordinates.cols(); ++k) {
    const double norms = averages.col(k).norm() * coordinates.col(k).norm();
    if (norms > 0.0) sum += averages.col(k).dot(coordinates.col(k)) / norms;
  }
  return sum / static_cast<double>(coordinates.cols());
}

Indices spread_rows(Index n, Index most) {
  Indices rows(std::min(n, most));
  for (Index i = 0; i < std::ssize(rows); ++i) rows[i] = i * n / std::ssize(rows);
  return rows;
}

double width_unit(const MatrixView& squared_distances) {
  const DistanceMedians medians = median_distances(squared_distances);
  if (std::isnormal(medians.squared_distance)) return medians.distance;
  const auto n = static_cast<double>(squared_distances.rows());
  const double mean = squared_distances.rows() > 1 ? squared_distances.sum() / (n * (n - 1.0)) : 0.0;
  if (!std::isnormal(mean)) {
    throw InvalidInput("all samples are equal: at least two distinct ones are needed");
  }
  return std::sqrt(mean);
}

double heat_by_leave_one_out(const MatrixView& samples, const MatrixView& coordinates, ThreadPool& threads) {
  const Indices rows = spread_rows(samples.rows(), kHeatSamples);
  const Matrix distances = squared_distances(samples, rows, threads);
  const Matrix targets = coordinates(rows, Eigen::all);
  const double median = median_distances(distances).squared_distance;
  if (!std::isnormal(median)) return 0.0;
  // From the widest on: of equals, the wider kernel is taken.
  std::vector<double> heats(kHeats);
  for (int i = 0; i < kHeats; ++i) {
    heats[i] = median * kHighestHeat * std::pow(kLowestHeat / kHighestHeat, i / (kHeats - 1.0));
  }
  std::vector<double> cosines(kHeats);
  threads.for_each(kHeats, [&](std::size_t i) {
    cosines[i] = mean_cosine(averages_of_others(distances, targets, heats[i]), targets);
  });
  return heats[std::ranges::max_element(cosines) - cosines.begin()];
}

}  // namespace sosi
