// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "kernel/kernel_backend.hpp"
#include "model/center_index.hpp"
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

// A map at some samples, and the centers that they are equal to.
struct Evaluated : MapValues {
  std::vector<std::optional<Index>> centers;
};

void append_centers(const Model& model, const MatrixView& normalized, Evaluated& all) {
  for (Index i = 0; i < normalized.rows(); ++i) {
    all.centers.push_back(
        model.remembered_center({normalized.row(i).data(), static_cast<std::size_t>(normalized.cols())}));
  }
}

Evaluated evaluate(const Model& model, const MatrixView& samples, const Execution& execution,
                   ThreadPool& threads) {
  check_samples(samples);
  if (samples.cols() != model.n_features()) {
    const std::string images =
        model.image_size() ? ", images of " + to_text(*model.image_size()) + " pixels" : "";
    throw InvalidInput("the samples have " + std::to_string(samples.cols()) +
                       " features; the model expects " + std::to_string(model.n_features()) + images);
  }
  if (model.normalization().is_identity()) {
    Evaluated all{evaluate(model.extension(), samples, execution.device, threads), {}};
    append_centers(model, samples, all);
    return all;
  }
  Evaluated all{{Matrix(samples.rows(), model.n_components()), Vector(samples.rows())}, {}};
  for (Index first = 0; first < samples.rows(); first += kRowsAtOnce) {
    const Index n = std::min(kRowsAtOnce, samples.rows() - first);
    Matrix block = samples.middleRows(first, n);
    model.normalization().apply(block);
    const MapValues found = evaluate(model.extension(), block, execution.device, threads);
    all.values.middleRows(first, n) = found.values;
    all.squared_distances.segment(first, n) = found.squared_distances;
    append_centers(model, block, all);
  }
  return all;
}

// The rows of samples that are equal to a center become what is remembered.
void recall(const Model& model, const Evaluated& at, Matrix& probabilities) {
  for (std::size_t i = 0; i < at.centers.size(); ++i) {
    if (at.centers[i]) {
      probabilities.row(static_cast<Index>(i)) = model.center_probabilities().row(*at.centers[i]);
    }
  }
}

Matrix class_means(const Matrix& embedding, std::span<const int> labels, Index n_classes) {
  Matrix sums = Matrix::Zero(n_classes, embedding.cols());
  Vector counts = Vector::Zero(n_classes);
  for (Index i = 0; i < embedding.rows(); ++i) {
    sums.row(labels[i]) += embedding.row(i);
    counts(labels[i]) += 1.0;
  }
  return sums.array().colwise() / counts.array();
}

void check_center_probabilities(const ModelParts& parts) {
  if (parts.center_probabilities.rows() == 0) return;
  const auto* const rbf = dynamic_cast<const RbfExtension*>(parts.extension.get());
  if (rbf == nullptr || parts.center_probabilities.rows() != rbf->map().n_centers() ||
      parts.center_probabilities.cols() != std::ssize(parts.classes)) {
    throw InvalidInput("the model must have a probability of every class for each center, or none");
  }
  constexpr double kRounding = 1e-6;
  const Matrix& all = parts.center_probabilities;
  if (!((all.array() >= 0.0).all() && ((all.rowwise().sum().array() - 1.0).abs() <= kRounding).all())) {
    throw InvalidInput("the probabilities of a center must be at least 0 and sum to 1");
  }
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
      parts_.normalization.mean.size() != n_moments || parts_.normalization.deviation.size() != n_moments ||
      !fits(parts_.normalization.metric, parts_.extension->n_features())) {
    throw InvalidInput("the parts of the model do not fit each other");
  }
  const std::optional<ImageSize> image = parts_.image_size;
  const Index n_pixels = parts_.extension->n_features();
  if (image &&
      (image->height < 1 || n_pixels % image->height != 0 || n_pixels / image->height != image->width)) {
    throw InvalidInput("images of " + to_text(*image) + " do not have the " + std::to_string(n_pixels) +
                       " features of the model");
  }
  check_classes(parts_);
  check_columns(parts_.columns, parts_.extension->n_features());
  check_center_probabilities(parts_);
  if (parts_.center_probabilities.rows() > 0) {
    centers_ = std::make_shared<const CenterIndex>(rbf_map(), std::move(parts_.center_probabilities));
  }
}

const Matrix& Model::center_probabilities() const {
  static const Matrix none;
  return centers_ != nullptr ? centers_->probabilities() : none;
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

std::optional<Index> Model::remembered_center(std::span<const double> normalized) const {
  return centers_ != nullptr ? centers_->find(normalized) : std::nullopt;
}

Prediction Model::predict(const MatrixView& samples, const Execution& execution) const {
  ThreadPool threads(execution.n_threads, execution.stop);
  const Evaluated at = evaluate(*this, samples, execution, threads);
  Prediction found{classify_nearest(at.values, embedding(), labels(), threads), {}, {}};
  found.class_probabilities =
      class_probabilities(nearest_by_class(at.values, embedding(), labels(), threads), calibration());
  recall(*this, at, found.class_probabilities);
  for (std::size_t i = 0; i < at.centers.size(); ++i) {
    if (!at.centers[i]) continue;
    const auto row = center_probabilities().row(*at.centers[i]);
    found.classes[i] = most_probable({row.data(), static_cast<std::size_t>(row.size())});
  }
  found.probability = own_probabilities(found.classes, found.class_probabilities);
  for (const double squared_distance : at.squared_distances) {
    found.is_far.push_back(calibration().is_far(squared_distance));
  }
  return found;
}

Matrix Model::expected_coordinates(const MatrixView& samples, const Execution& execution) const {
  ThreadPool threads(execution.n_threads, execution.stop);
  Evaluated at = evaluate(*this, samples, execution, threads);
  const Matrix means = class_means(embedding(), labels(), std::ssize(classes()));
  for (std::size_t i = 0; i < at.centers.size(); ++i) {
    if (!at.centers[i]) continue;
    const auto probabilities = center_probabilities().row(*at.centers[i]);
    const int own = most_probable({probabilities.data(), static_cast<std::size_t>(probabilities.size())});
    auto place = at.values.row(static_cast<Index>(i));
    place = (probabilities(own) * (place - means.row(own)) + probabilities * means).eval();
  }
  return std::move(at.values);
}

Matrix Model::class_squared_distances(const MatrixView& samples, const Execution& execution) const {
  ThreadPool threads(execution.n_threads, execution.stop);
  return nearest_by_class(evaluate(*this, samples, execution, threads).values, embedding(), labels(),
                          threads);
}

Matrix Model::probabilities(const MatrixView& samples, const Execution& execution) const {
  ThreadPool threads(execution.n_threads, execution.stop);
  const Evaluated at = evaluate(*this, samples, execution, threads);
  Matrix found =
      class_probabilities(nearest_by_class(at.values, embedding(), labels(), threads), calibration());
  recall(*this, at, found);
  return found;
}

Matrix Model::log_probabilities(const MatrixView& samples, const Execution& execution) const {
  ThreadPool threads(execution.n_threads, execution.stop);
  const Evaluated at = evaluate(*this, samples, execution, threads);
  Matrix found =
      log_class_probabilities(nearest_by_class(at.values, embedding(), labels(), threads), calibration());
  for (std::size_t i = 0; i < at.centers.size(); ++i) {
    if (!at.centers[i]) continue;
    found.row(static_cast<Index>(i)) =
        center_probabilities().row(*at.centers[i]).array().max(std::numeric_limits<double>::min()).log();
  }
  return found;
}

}  // namespace sosi
