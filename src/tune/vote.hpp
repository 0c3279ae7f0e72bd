// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sosi/core/matrix.hpp"

namespace sosi {

/// What the runs of a search say together about the unlabeled samples, a row for each, in the order of their
/// positions.
struct Vote {
  Matrix shares;         ///< of the votes for every class; sums 1
  Matrix probabilities;  ///< the same with more weight for less consistent runs: how sure the votes are
  Matrix left_out;       ///< f of every sample, by position, without itself, if the votes are right

  /// The class with the most votes for every unlabeled sample; ties to the smaller class.
  std::vector<int> classes() const;
};

/// The weights of runs, the most consistent first: a difference of `scale` in inconsistency makes a vote
/// count e times less. Sums 1.
std::vector<double> vote_weights(const std::vector<double>& inconsistencies, double scale);

}  // namespace sosi
