// SPDX-License-Identifier: BSD-3-Clause
#include "fit/prepare.hpp"

#include <algorithm>
#include <cmath>

#include "sosi/core/errors.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

NormalizationDecision decide_on_checked(const TrainingSet& training, const FitOptions& options) {
  validate(options);
  check_samples(training.samples, training.row_numbers);
  check_columns(training.columns, training.samples.cols());
  return decide_normalization(options.normalize, training);
}

Normalization normalize(TrainingSet& training, NormalizationKind kind) {
  const Normalization learned = learn_normalization(training.samples, kind);
  learned.apply(training.samples);
  return learned;
}

// Labels are checked later: without any, nothing is learned.
MetricDecision apply_metric(TrainingSet& training, Normalization& normalization, MetricDecision decision) {
  const Indices rows = labeled_rows(training.labels.values);
  if (decision.power > 0.0 && !rows.empty()) {
    std::vector<int> classes;
    for (const Index row : rows) classes.push_back(training.labels.values[row]);
    normalization.metric = learn_metric(training.samples(rows, Eigen::all), classes, decision.power);
    normalization.metric.apply(training.samples);
  }
  return decision;
}

std::vector<int> classes_of(const Labels& labels, const Rows& rows) {
  std::vector<int> classes;
  for (const Row row : rows) classes.push_back(labels.values[row]);
  return classes;
}

// The caller's coordinates of the distinct labeled samples. A row for every row of the input is as good as
// one for every labeled row.
Matrix given_coordinates(const TrainingSet& training, const FitOptions& options, const Partition& partition) {
  if (options.embedding != kPrecomputedEmbedding) return {};
  const Indices labeled = labeled_rows(training.labels.values);
  const bool has_all_rows = training.embedding.rows() == training.samples.rows();
  const Index n = std::ssize(labeled);
  if ((training.embedding.rows() != n && !has_all_rows) || training.embedding.cols() == 0) {
    throw InvalidInput("the precomputed embedding is " + std::to_string(training.embedding.rows()) + " x " +
                       std::to_string(training.embedding.cols()) +
                       ": must have one row per labeled sample, " + std::to_string(n));
  }
  if (options.n_components && *options.n_components != training.embedding.cols()) {
    throw InvalidInput("n_components = " + std::to_string(*options.n_components) +
                       ": must be that of the precomputed embedding, " +
                       std::to_string(training.embedding.cols()));
  }
  check_samples(training.embedding);
  Matrix coordinates(partition.labeled.size(), training.embedding.cols());
  for (Index i = 0; i < n; ++i) {
    const Position position = partition.position[labeled[i]];
    if (partition.labeled[position] != labeled[i]) continue;  // a copy of an earlier one
    coordinates.row(position) = training.embedding.row(has_all_rows ? labeled[i] : i);
  }
  return coordinates;
}

}  // namespace

Prepared::Prepared(TrainingSet& training, const FitOptions& options, const MetricChoice& choose_metric)
    : training_(training),
      decision_(decide_on_checked(training, options)),
      normalization_(normalize(training, decision_.kind)),
      conflicts_(options.conflicts == LabelConflicts::unlabel
                     ? unlabel_conflicts(training.samples, training.labels)
                     : Indices()),
      metric_(apply_metric(training, normalization_, choose_metric(training))),
      partition_(partition_rows(training.samples, training.labels, training.row_numbers)),
      samples_(training.samples, partition_.rows(), classes_of(training.labels, partition_.labeled)),
      given_(given_coordinates(training, options, partition_)),
      n_components_(given_.size() > 0 ? static_cast<int>(given_.cols())
                                      : options.n_components.value_or(default_components(
                                            samples_.n_classes(), samples_.n_labeled()))) {}

void Prepared::restrict_to(Index n_samples) {
  if (n_samples == samples_.size()) return;
  const Positions kept = samples_.spread(n_samples);
  Positions now(samples_.size(), kNoPosition);
  for (std::size_t i = 0; i < kept.size(); ++i) now[kept[i]] = Position(static_cast<Index>(i));
  for (Position& position : partition_.position) position = now[position];
  samples_ = samples_.part(kept);
}

Positions Prepared::labeled_row_positions() const {
  Positions positions;
  for (const Index row : labeled_rows(training_.labels.values)) positions.push_back(partition_.position[row]);
  return positions;
}

Embedding Prepared::embed(const EmbeddingOptions& options, const MatrixSpan& squared_distances) const {
  return sosi::embed({.squared_distances = squared_distances,
                      .classes = samples_.classes(),
                      .n_components = n_components_,
                      .matrix = &samples_.matrix(),
                      .rows = samples_.rows().first(samples_.n_labeled()),
                      .given = given_.size() > 0 ? &given_ : nullptr},
                     options);
}

double scale_unit(const MatrixView& labeled_distances) {
  const DistanceMedians medians = median_distances(labeled_distances);
  if (!std::isnormal(medians.squared_distance)) {
    throw InvalidInput(
        "the labeled samples are too close together for double precision: their median squared distance is " +
        OptionText<double>::format(medians.squared_distance) + "; rescale them");
  }
  return medians.distance;
}

}  // namespace sosi
