// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "sosi/core/options.hpp"
#include "sosi/core/parallel.hpp"
#include "sosi/evaluate/svm.hpp"

namespace sosi {

struct KernelRidgeOptions {
  std::optional<double> krr_labels_width;
  std::optional<double> krr_labels_ridge;
};

template <>
FieldTable<KernelRidgeOptions> field_table<KernelRidgeOptions>();

struct KernelRidgeResult {
  Matrix values;             ///< of the regression at every row to classify, a column for every class
  std::vector<int> classes;  ///< of the largest value; ties to the smaller class
  double scale;              ///< s of the kernel exp(-squared distance/s²), absolute
  double ridge;
};

/// Classifies every row of `samples` by kernel ridge regression of the indicators of the classes, less their
/// mean, which is added to the values; needs two classes.
KernelRidgeResult classify_by_kernel_ridge(const LabeledSamples& labeled, const MatrixView& samples,
                                           const KernelRidgeOptions& options, ThreadPool& threads);

}  // namespace sosi
