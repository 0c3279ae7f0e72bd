// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/classify/model.hpp"

#include <algorithm>
#include <string>

#include "sosi/core/errors.hpp"
#include "sosi/data/samples.hpp"

namespace sosi {

namespace {

// Samples that are normalized at a time: no copy of all of them is made.
constexpr Index kRowsAtOnce = 4096;

}  // namespace

Matrix Model::transform(const MatrixView& samples, ThreadPool& threads) const {
  check_samples(samples);
  if (samples.cols() != map.n_features()) {
    throw InvalidInput("the samples have " + std::to_string(samples.cols()) +
                       " columns; the model was fitted on " + std::to_string(map.n_features()));
  }
  if (normalization.kind == NormalizationKind::none) return map.evaluate(samples, threads);
  Matrix embedded(samples.rows(), map.n_components());
  for (Index first = 0; first < samples.rows(); first += kRowsAtOnce) {
    const Index n = std::min(kRowsAtOnce, samples.rows() - first);
    Matrix block = samples.middleRows(first, n);
    normalization.apply(block);
    embedded.middleRows(first, n) = map.evaluate(block, threads);
  }
  return embedded;
}

Classification Model::predict(const MatrixView& samples, ThreadPool& threads) const {
  return classify_nearest(transform(samples, threads), embedding, labels, threads);
}

Matrix Model::class_squared_distances(const MatrixView& samples, ThreadPool& threads) const {
  return nearest_by_class(transform(samples, threads), embedding, labels, threads);
}

}  // namespace sosi
