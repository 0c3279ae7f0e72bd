// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sosi/classify/nearest_embedding.hpp"
#include "sosi/core/execution.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/core/options.hpp"
#include "sosi/data/columns.hpp"
#include "sosi/data/image_size.hpp"
#include "sosi/data/normalization.hpp"
#include "sosi/extend/extension.hpp"
#include "sosi/extend/rbf.hpp"
#include "sosi/model/calibration.hpp"

namespace sosi {

/// How a fit went, in numbers; kept in the model file.
struct Diagnostics {
  KernelDiagnostics kernel;
  Index n_duplicates = 0;      ///< rows merged with an equal one
  int n_scales_bounded = 0;    ///< dimensions whose scale was held at two standard deviations
  int n_scales_undecided = 0;  ///< dimensions for which the scale rule had no answer
};

/// What a model is made of.
struct ModelParts {
  std::shared_ptr<const Extension> extension;
  Matrix embedding;                  ///< of the labeled samples, one row each
  std::vector<int> labels;           ///< classes of the labeled samples
  std::vector<std::string> classes;  ///< their names
  Normalization normalization;
  OptionTexts options;  ///< of the fit, as they were decided
  Diagnostics diagnostics;
  Calibration calibration = {};
  /// What the fit said of the centers of an rbf map: a probability of every class, a row for each; without
  /// rows where that is not known.
  Matrix center_probabilities = {};
  std::vector<ColumnFormat> columns = {};    ///< of a table: what features are made of; else empty
  std::optional<ImageSize> image_size = {};  ///< of the samples, where they are images
};

class CenterIndex;

/// A fitted map with its labeled embedding: everything that new samples need. Immutable; copies share the
/// map.
///
/// A map has its targets at its centers, so it is sure of them however doubtful they were. The model
/// therefore remembers the probabilities that the fit gave to its centers: a sample that is equal to a center
/// gets these, and the class that they make the most probable. All others are judged by where the map puts
/// them.
class Model {
 public:
  /// Throws `InvalidInput` unless the parts fit each other: an embedding of as many dimensions as the
  /// extension has, a class with a name for each of its rows, a labeled sample in every class, probabilities
  /// for each center or for none, a pixel for every feature.
  explicit Model(ModelParts parts);

  const Extension& extension() const { return *parts_.extension; }
  /// The map of a model that was extended by radial basis functions; throws `InvalidInput` for others.
  const RbfMap& rbf_map() const;
  const Matrix& embedding() const { return parts_.embedding; }
  const std::vector<int>& labels() const { return parts_.labels; }
  const std::vector<std::string>& classes() const { return parts_.classes; }
  const Normalization& normalization() const { return parts_.normalization; }
  const OptionTexts& options() const { return parts_.options; }
  const Diagnostics& diagnostics() const { return parts_.diagnostics; }
  const Calibration& calibration() const { return parts_.calibration; }
  /// Without rows where the model does not remember what the fit said.
  const Matrix& center_probabilities() const;
  const std::vector<ColumnFormat>& columns() const { return parts_.columns; }
  /// Of the images that the model was fitted to; nothing where they were no images, or in older files.
  std::optional<ImageSize> image_size() const { return parts_.image_size; }
  Index n_features() const { return extension().n_features(); }
  Index n_components() const { return extension().n_components(); }

  /// The coordinates of every sample; like everything here, a function of each row alone, bit for bit.
  Matrix transform(const MatrixView& samples, const Execution& execution = {}) const;

  /// The class of every sample, its confidence and probability, and whether the sample is far.
  Prediction predict(const MatrixView& samples, const Execution& execution = {}) const;

  /// Where a picture that shows doubt has the samples: the coordinates, but for a sample whose probabilities
  /// are remembered, at which the map has its target, the mean of these and of the other classes' labeled
  /// embeddings, weighted by the probabilities.
  Matrix expected_coordinates(const MatrixView& samples, const Execution& execution = {}) const;

  /// The squared distance of every sample to each class in the embedding: see `nearest_by_class`.
  Matrix class_squared_distances(const MatrixView& samples, const Execution& execution = {}) const;

  /// The probability of every class for every sample, as `predict` has them.
  Matrix probabilities(const MatrixView& samples, const Execution& execution = {}) const;

  /// Their logarithms; finite, and different also where probabilities of new samples are 0 in double
  /// precision.
  Matrix log_probabilities(const MatrixView& samples, const Execution& execution = {}) const;

  /// The center whose remembered probabilities a normalized sample gets; allocates nothing.
  std::optional<Index> remembered_center(std::span<const double> normalized) const;

 private:
  ModelParts parts_;
  std::shared_ptr<const CenterIndex> centers_;  // has the probabilities, where they are remembered
};

}  // namespace sosi
