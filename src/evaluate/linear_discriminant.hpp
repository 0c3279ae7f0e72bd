// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "sosi/core/options.hpp"
#include "sosi/core/parallel.hpp"
#include "sosi/evaluate/svm.hpp"

namespace sosi {

struct LinearDiscriminantOptions {
  std::optional<double> lda_shrinkage;
};

template <>
FieldTable<LinearDiscriminantOptions> field_table<LinearDiscriminantOptions>();

struct LinearDiscriminantResult {
  Matrix scores;             ///< of every row to classify, a column for every class
  std::vector<int> classes;  ///< of the largest score; ties to the smaller class
  double shrinkage;
};

/// Classifies every row of `samples` by classes that are normal distributions with one covariance, shrunk
/// towards a multiple of the identity; needs two classes.
///
/// A score is the logarithm of prior times density, but for a constant of the row. Where all labeled samples
/// of a class are equal the covariance is zero: scores are then half of minus the squared distance to the
/// mean, the limit of small variances. A class without labels has the score -infinity.
LinearDiscriminantResult classify_by_linear_discriminant(const LabeledSamples& labeled,
                                                         const MatrixView& samples,
                                                         const LinearDiscriminantOptions& options,
                                                         ThreadPool& threads);

}  // namespace sosi
