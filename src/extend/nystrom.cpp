// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/extend/nystrom.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "graph/row_distances.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

template <>
const FieldTable<NystromOptions>& field_table<NystromOptions>() {
  static const FieldTable<NystromOptions> table = {
      field("nystrom_heat", &NystromOptions::nystrom_heat, above(0),
            "t of the weights exp(-squared distance/t), more average over more of the labeled samples; auto: "
            "their median squared distance"),
  };
  return table;
}

namespace {

// Trick: the smallest distance is subtracted from all, which the quotient does not notice; its weight is 1,
// and nothing underflows to 0/0. A heat of 0 (all embedded samples coincide) means the nearest ones alone.
double weight(double squared_distance, double smallest, double heat) {
  const double excess = squared_distance - smallest;
  return excess > 0.0 ? std::exp(-excess / heat) : 1.0;
}

}  // namespace

double nystrom_heat(const MatrixView& samples, const NystromOptions& options, ThreadPool& threads) {
  validate(options);
  if (options.nystrom_heat) return *options.nystrom_heat;
  Indices all(samples.rows());
  std::iota(all.begin(), all.end(), Index{0});
  return median_distances(squared_distances(samples, all, threads)).squared_distance;
}

Matrix extend_by_nystrom(const EmbeddedSamples& embedded, const MatrixView& samples,
                         const NystromOptions& options, ThreadPool& threads) {
  validate(options);
  check_valued(samples, embedded.samples, embedded.coordinates);
  return extend_with_heat(embedded, samples, nystrom_heat(embedded.samples, options, threads), threads);
}

Matrix extend_with_heat(const EmbeddedSamples& embedded, const MatrixView& samples, double heat,
                        ThreadPool& threads) {
  check_valued(samples, embedded.samples, embedded.coordinates);
  Matrix coordinates = Matrix::Zero(samples.rows(), embedded.coordinates.cols());
  visit_distances(samples, embedded.samples, threads, [&](Index i, std::span<const double> distances) {
    const double smallest = *std::ranges::min_element(distances);
    double sum = 0.0;
    for (std::size_t j = 0; j < distances.size(); ++j) {
      const double similarity = weight(distances[j], smallest, heat);
      sum += similarity;
      coordinates.row(i) += similarity * embedded.coordinates.row(j);
    }
    coordinates.row(i) /= sum;
  });
  return coordinates;
}

}  // namespace sosi
