// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/model.hpp"

#include <algorithm>
#include <string>

#include "sosi/core/errors.hpp"
#include "sosi/data/samples.hpp"

namespace sosi {

namespace {

// Samples that are normalized at a time: no copy of all of them is made.
constexpr Index kRowsAtOnce = 4096;

RbfMap::Values evaluate(const Model& model, const MatrixView& samples, ThreadPool& threads) {
  const RbfMap& map = model.map;
  check_samples(samples);
  if (samples.cols() != map.n_features()) {
    throw InvalidInput("the samples have " + std::to_string(samples.cols()) +
                       " columns; the model was fitted on " + std::to_string(map.n_features()));
  }
  if (model.normalization.kind == NormalizationKind::none) {
    return map.evaluate_with_distances(samples, threads);
  }
  RbfMap::Values all{Matrix(samples.rows(), map.n_components()), Vector(samples.rows())};
  for (Index first = 0; first < samples.rows(); first += kRowsAtOnce) {
    const Index n = std::min(kRowsAtOnce, samples.rows() - first);
    Matrix block = samples.middleRows(first, n);
    model.normalization.apply(block);
    const RbfMap::Values found = map.evaluate_with_distances(block, threads);
    all.values.middleRows(first, n) = found.values;
    all.squared_distances.segment(first, n) = found.squared_distances;
  }
  return all;
}

}  // namespace

Matrix Model::transform(const MatrixView& samples, ThreadPool& threads) const {
  return evaluate(*this, samples, threads).values;
}

Prediction Model::predict(const MatrixView& samples, ThreadPool& threads) const {
  const auto [embedded, squared_distances] = evaluate(*this, samples, threads);
  Prediction found{classify_nearest(embedded, embedding, labels, threads), {}, {}};
  found.probability =
      probabilities_of(found.classes, nearest_by_class(embedded, embedding, labels, threads), calibration);
  for (const double squared_distance : squared_distances) {
    found.is_far.push_back(calibration.is_far(squared_distance));
  }
  return found;
}

Matrix Model::class_squared_distances(const MatrixView& samples, ThreadPool& threads) const {
  return nearest_by_class(transform(samples, threads), embedding, labels, threads);
}

Matrix Model::probabilities(const MatrixView& samples, ThreadPool& threads) const {
  return class_probabilities(class_squared_distances(samples, threads), calibration);
}

}  // namespace sosi
