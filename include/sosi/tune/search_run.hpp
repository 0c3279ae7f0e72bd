// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sosi/core/matrix.hpp"
#include "sosi/rounds/rounds.hpp"

namespace sosi {

/// A run of the hyperparameter search: settings, and how well its labels are predicted from each other.
struct SearchRun {
  std::string embedding;
  double scale = 0.0;  ///< times the median distance; the geometric mean where dimensions differ
  int n_scales = 1;    ///< that differ
  Selection selection = Selection::confidence;
  double quota_weight = 0.0;
  Labeler labeler = Labeler::map;
  /// Logarithm of the leave-one-out error of its labels; the difference of two of them is what counts.
  double inconsistency = 0.0;
  double weight = 0.0;        ///< of its vote; the sum of all is 1
  double doubt_weight = 0.0;  ///< of its vote in probabilities, which weigh less consistent runs more; sum 1
  double disagreement = 0.0;  ///< the share of the unlabeled samples that it labels otherwise than the vote
};

/// Labels that were held out in turn, and how many of them the most consistent run found without them.
struct HoldOutTrial {
  Index n_held_out = 0;
  Index n_found = 0;
};

}  // namespace sosi
