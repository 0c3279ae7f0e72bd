// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/model.hpp"

#include <algorithm>
#include <string>

#include "kernel/kernel_backend.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/data/samples.hpp"

namespace sosi {

namespace {

// Samples that are normalized at a time: no copy of all of them is made.
constexpr Index kRowsAtOnce = 4096;

MapValues evaluate(const Extension& extension, const MatrixView& samples, Device device,
                   ThreadPool& threads) {
  const auto* const rbf = dynamic_cast<const RbfExtension*>(&extension);
  return rbf != nullptr ? make_backend(device, threads)->evaluate(rbf->map(), samples)
                        : extension.evaluate(samples, threads);
}

MapValues evaluate(const Model& model, const MatrixView& samples, const Execution& execution,
                   ThreadPool& threads) {
  check_samples(samples);
  if (samples.cols() != model.n_features()) {
    throw InvalidInput("the samples have " + std::to_string(samples.cols()) +
                       " features; the model expects " + std::to_string(model.n_features()));
  }
  if (model.normalization().kind == NormalizationKind::none) {
    return evaluate(model.extension(), samples, execution.device, threads);
  }
  MapValues all{Matrix(samples.rows(), model.n_components()), Vector(samples.rows())};
  for (Index first = 0; first < samples.rows(); first += kRowsAtOnce) {
    const Index n = std::min(kRowsAtOnce, samples.rows() - first);
    Matrix block = samples.middleRows(first, n);
    model.normalization().apply(block);
    const MapValues found = evaluate(model.extension(), block, execution.device, threads);
    all.values.middleRows(first, n) = found.values;
    all.squared_distances.segment(first, n) = found.squared_distances;
  }
  return all;
}

void check_classes(const ModelParts& parts) {
  std::vector<bool> is_used(parts.classes.size(), false);
  for (const int label : parts.labels) {
    if (label < 0 || label >= std::ssize(parts.classes)) {
      throw InvalidInput("label " + std::to_string(label) + " is none of the " +
                         std::to_string(parts.classes.size()) + " classes");
    }
    is_used[label] = true;
  }
  if (std::ranges::find(is_used, false) != is_used.end()) {
    throw InvalidInput("a class of the model has no labeled sample");
  }
}

}  // namespace

Model::Model(ModelParts parts) : parts_(std::move(parts)) {
  if (parts_.extension == nullptr || parts_.labels.empty()) throw InvalidInput("the model is empty");
  const Index n_moments =
      parts_.normalization.kind == NormalizationKind::standard ? parts_.extension->n_features() : 0;
  if (parts_.embedding.rows() != std::ssize(parts_.labels) ||
      parts_.embedding.cols() != parts_.extension->n_components() ||
      parts_.normalization.mean.size() != n_moments || parts_.normalization.deviation.size() != n_moments) {
    throw InvalidInput("the parts of the model do not fit each other");
  }
  check_classes(parts_);
}

const RbfMap& Model::rbf_map() const {
  const auto* const rbf = dynamic_cast<const RbfExtension*>(parts_.extension.get());
  if (rbf == nullptr) {
    throw InvalidInput("the model is extended by " + std::string(extension().method()) + ", not by rbf");
  }
  return rbf->map();
}

Matrix Model::transform(const MatrixView& samples, const Execution& execution) const {
  ThreadPool threads(execution.n_threads, execution.stop);
  return evaluate(*this, samples, execution, threads).values;
}

Prediction Model::predict(const MatrixView& samples, const Execution& execution) const {
  ThreadPool threads(execution.n_threads, execution.stop);
  const auto [embedded, squared_distances] = evaluate(*this, samples, execution, threads);
  Prediction found{classify_nearest(embedded, embedding(), labels(), threads), {}, {}};
  found.probability = probabilities_of(
      found.classes, nearest_by_class(embedded, embedding(), labels(), threads), calibration());
  for (const double squared_distance : squared_distances) {
    found.is_far.push_back(calibration().is_far(squared_distance));
  }
  return found;
}

Matrix Model::class_squared_distances(const MatrixView& samples, const Execution& execution) const {
  ThreadPool threads(execution.n_threads, execution.stop);
  return nearest_by_class(evaluate(*this, samples, execution, threads).values, embedding(), labels(),
                          threads);
}

Matrix Model::probabilities(const MatrixView& samples, const Execution& execution) const {
  return class_probabilities(class_squared_distances(samples, execution), calibration());
}

}  // namespace sosi
