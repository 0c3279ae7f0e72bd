// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sosi/classify/nearest_embedding.hpp"
#include "sosi/core/execution.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/core/options.hpp"
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
};

/// A fitted map with its labeled embedding: everything that new samples need. Immutable; copies share the
/// map.
class Model {
 public:
  /// Throws `InvalidInput` unless the parts fit each other: an embedding of as many dimensions as the
  /// extension has, a class with a name for each of its rows, a labeled sample in every class.
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
  Index n_features() const { return extension().n_features(); }
  Index n_components() const { return extension().n_components(); }

  /// The coordinates of every sample; like everything here, a function of each row alone, bit for bit.
  Matrix transform(const MatrixView& samples, const Execution& execution = {}) const;

  /// The class of every sample, its confidence and probability, and whether the sample is far.
  Prediction predict(const MatrixView& samples, const Execution& execution = {}) const;

  /// The squared distance of every sample to each class in the embedding: see `nearest_by_class`.
  Matrix class_squared_distances(const MatrixView& samples, const Execution& execution = {}) const;

  /// The probability of every class for every sample.
  Matrix probabilities(const MatrixView& samples, const Execution& execution = {}) const;

 private:
  ModelParts parts_;
};

}  // namespace sosi
