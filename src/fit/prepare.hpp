// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "data/sample_set.hpp"
#include "fit/decide.hpp"
#include "sosi/data/training_set.hpp"
#include "sosi/embed/embedding.hpp"
#include "sosi/fit/fit_options.hpp"

namespace sosi {

/// A training set, checked and normalized, with its distinct samples by position. Refers to the training set,
/// which the caller keeps.
class Prepared {
 public:
  using MetricChoice = std::function<MetricDecision(const TrainingSet& normalized)>;

  /// Normalizes the training set in place, with the metric that is chosen for what comes out, and takes off
  /// labels where the options say so; throws `InvalidInput` naming what is wrong with it.
  Prepared(TrainingSet& training, const FitOptions& options, const MetricChoice& choose_metric);

  /// With the metric that is given, none for auto.
  Prepared(TrainingSet& training, const FitOptions& options)
      : Prepared(training, options, [&](const TrainingSet&) { return given_metric(options); }) {}

  /// Lets only so many samples take part: the labeled ones and others, spread evenly.
  void restrict_to(Index n_samples);

  /// Those that take part.
  const SampleSet& samples() const { return samples_; }
  const Normalization& normalization() const { return normalization_; }
  /// Why, in a sentence; empty where it was given.
  const std::string& about_normalization() const { return decision_.reason; }
  /// What the metric is, and why.
  const MetricDecision& metric() const { return metric_; }
  /// The rows whose labels do not count, as equal rows have others.
  const Indices& conflicts() const { return conflicts_; }
  const Labels& labels() const { return training_.labels; }
  const TrainingSet& training() const { return training_; }
  Index n_rows() const { return training_.samples.rows(); }
  Index n_duplicates() const { return partition_.n_duplicates; }
  int n_components() const { return n_components_; }

  /// Of every row; `kNoPosition` where its sample takes no part.
  std::span<const Position> positions() const { return partition_.position; }
  /// Of every labeled row, copies included.
  Positions labeled_row_positions() const;

  /// The embedding of the labeled samples by a method, from the squared distances between them.
  Embedding embed(const EmbeddingOptions& options, const MatrixSpan& squared_distances) const;

 private:
  TrainingSet& training_;
  NormalizationDecision decision_;
  Normalization normalization_;
  Indices conflicts_;
  MetricDecision metric_;
  Partition partition_;
  SampleSet samples_;
  Matrix given_;  // coordinates of the distinct labeled samples, where the caller has some
  int n_components_;
};

/// The median distance between labeled samples, the unit of the scales; throws `InvalidInput` where samples
/// are too close for double precision.
double scale_unit(const MatrixView& labeled_distances);

}  // namespace sosi
