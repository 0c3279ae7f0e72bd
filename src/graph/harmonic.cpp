// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/graph/harmonic.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "graph/harmonic_graph.hpp"
#include "graph/harmonic_system.hpp"
#include "graph/row_distances.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {

template <>
FieldTable<HarmonicOptions> field_table<HarmonicOptions>() {
  return {
      field("harmonic_neighbors", &HarmonicOptions::harmonic_neighbors, at_least(1),
            "number of nearest neighbors per sample in the graph; larger connects samples that are farther "
            "apart; auto: by leave-one-out of the harmonic function"),
      field("harmonic_heat", &HarmonicOptions::harmonic_heat, above(0),
            "heat parameter t of the edge weights exp(-squared distance/t); larger makes weights more equal; "
            "auto: by leave-one-out of the harmonic function"),
      field("harmonic_mass_normalization", &HarmonicOptions::harmonic_mass_normalization, any_number(),
            "class mass normalization: scale the probabilities so that class proportions among the unlabeled "
            "samples are those of the labels"),
  };
}

namespace {

// Class-mass normalization: of the unlabeled rows each class gets the share it has of the labels.
Matrix normalize_masses(Matrix probabilities, const GivenLabels& given) {
  Vector masses = Vector::Zero(probabilities.cols());
  for (Index row = 0; row < probabilities.rows(); ++row) {
    if (given.labels[row] == kUnlabeled) masses += probabilities.row(row).transpose();
  }
  Vector factors = Vector::Zero(masses.size());
  for (const int of_class : given.classes) factors(of_class) += 1.0;
  factors = (masses.array() > 0.0).select(factors.array() / masses.array(), 0.0);
  for (Index row = 0; row < probabilities.rows(); ++row) {
    if (given.labels[row] != kUnlabeled) continue;
    probabilities.row(row).array() *= factors.transpose().array();
    const double sum = probabilities.row(row).sum();
    if (sum > 0.0) probabilities.row(row) /= sum;
  }
  return probabilities;
}

}  // namespace

HarmonicResult classify_by_harmonic(const MatrixView& samples, std::span<const int> labels,
                                    const HarmonicOptions& options, ThreadPool& threads) {
  validate(options);
  const GivenLabels given = gather_labels(samples.rows(), labels);
  const HarmonicGraph chosen =
      choose_graph(nearest_neighbors(samples, most_neighbors(options), threads), labels, options, threads);
  Matrix probabilities = HarmonicSystem(chosen.weights, labels).probabilities();
  if (options.harmonic_mass_normalization) {
    probabilities = normalize_masses(std::move(probabilities), given);
  }
  LabeledRows labeled = label_rows(std::move(probabilities), samples, given, threads);
  HarmonicResult result{};
  result.probabilities = std::move(labeled.values);
  result.classes = std::move(labeled.classes);
  result.unreached = std::move(labeled.unreached);
  result.n_neighbors = static_cast<int>(std::min<Index>(chosen.n_neighbors, samples.rows() - 1));
  result.heat = chosen.heat;
  result.n_held_out = chosen.n_held_out;
  if (chosen.n_held_out > 0) {
    result.cross_validation_error =
        static_cast<double>(chosen.n_errors) / static_cast<double>(chosen.n_held_out);
  }
  return result;
}

// Trick: the smallest distance is subtracted from all, which the quotient does not notice, so that no sum of
// weights vanishes far away from the graph.
Matrix extend_harmonic(const MatrixView& known_samples, const HarmonicResult& known,
                       const MatrixView& samples, ThreadPool& threads) {
  check_valued(samples, known_samples, known.probabilities);
  Matrix probabilities = Matrix::Zero(samples.rows(), known.probabilities.cols());
  visit_distances(samples, known_samples, threads, [&](Index i, std::span<const double> distances) {
    const std::vector<Neighbor> neighbors = nearest(distances, known.n_neighbors);
    const double smallest = neighbors.front().first;
    double sum = 0.0;
    for (const auto& [squared_distance, row] : neighbors) {
      const double excess = squared_distance - smallest;
      if (!(smallest > 0.0) && excess > 0.0) break;
      const double weight = excess > 0.0 ? std::exp(-excess / known.heat) : 1.0;
      sum += weight;
      probabilities.row(i) += weight * known.probabilities.row(row);
    }
    probabilities.row(i) /= sum;
  });
  return probabilities;
}

}  // namespace sosi
