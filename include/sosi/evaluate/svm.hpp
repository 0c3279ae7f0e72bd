// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/core/options.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

/// x·x', or exp(-gamma ||x - x'||²).
enum class SvmKernel { linear, gaussian };

struct SvmOptions {
  SvmKernel kernel = SvmKernel::gaussian;  ///< which machine, not a knob: it has no entry in the field table
  std::optional<double> svm_cost;
  std::optional<double> svm_width;
};

template <>
FieldTable<SvmOptions> field_table<SvmOptions>();

/// Samples with a class each, counted from 0.
struct LabeledSamples {
  MatrixSpan samples;
  std::span<const int> classes;
};

struct SvmResult {
  std::vector<int> classes;  ///< of every row to classify
  double cost;
  double width;                   ///< relative to the median distance of labeled samples; 0 for linear
  double gamma;                   ///< absolute: 1/(width · median distance)²; 0 for linear
  double cross_validation_error;  ///< share of the held-out samples, with the settings chosen
  Index n_held_out;  ///< how many were held out; 0: the settings did not need it or labels are too few
};

/// Classifies every row of `samples` by a support vector machine, one class against one; needs two classes.
SvmResult classify_by_svm(const LabeledSamples& labeled, const MatrixView& samples, const SvmOptions& options,
                          ThreadPool& threads);

}  // namespace sosi
