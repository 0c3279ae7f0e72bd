// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sosi/core/execution.hpp"
#include "sosi/data/training_set.hpp"
#include "sosi/fit/fit_options.hpp"

namespace sosi {

/// The embedding of the labeled samples alone, one row for every labeled row of the input.
Matrix embed_labeled(TrainingSet training, const FitOptions& options, const Execution& execution = {});

/// The scale criteria of round 0, and the error of its labels where the truth is known.
struct ScanResult {
  std::vector<ScalePoint> points;
  std::vector<double> errors;  ///< share of wrong labels among unlabeled rows per scale; empty without truth
};

/// `truth` holds a class per row, or is empty.
ScanResult scan(TrainingSet training, const ScaleValues& scales, const std::vector<int>& truth,
                const FitOptions& options, const Execution& execution = {});

}  // namespace sosi
