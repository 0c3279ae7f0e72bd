// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sosi/model/calibration.hpp"
#include "sosi/fit/fit_options.hpp"
#include "sosi/classify/nearest_embedding.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/core/parallel.hpp"
#include "sosi/data/normalization.hpp"
#include "sosi/extend/rbf_map.hpp"

namespace sosi {

/// How a fit went, in numbers; kept in the model file.
struct Diagnostics {
  KernelDiagnostics kernel;
  Index n_duplicates = 0;      ///< rows merged with an equal one
  int n_scales_bounded = 0;    ///< dimensions whose scale was held at two standard deviations
  int n_scales_undecided = 0;  ///< dimensions for which the scale rule had no answer
};

/// A fitted map with its labeled embedding: everything that new samples need. A plain value, not to be
/// changed.
struct Model {
  RbfMap map;
  Matrix embedding;                  ///< of the labeled samples, one row each
  std::vector<int> labels;           ///< classes of the labeled samples
  std::vector<std::string> classes;  ///< their names
  Normalization normalization;
  FitOptions options;
  Diagnostics diagnostics;
  Calibration calibration = {};

  /// f of every sample; like everything here, a function of each row alone, bit for bit.
  Matrix transform(const MatrixView& samples, ThreadPool& threads) const;

  /// The class of every sample, its confidence and probability, and whether the sample is far.
  Prediction predict(const MatrixView& samples, ThreadPool& threads) const;

  /// How far f of every sample is from each class: see `nearest_by_class`.
  Matrix class_squared_distances(const MatrixView& samples, ThreadPool& threads) const;

  /// The probability of every class for every sample.
  Matrix probabilities(const MatrixView& samples, ThreadPool& threads) const;
};

}  // namespace sosi
