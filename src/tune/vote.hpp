// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/tune/search_state.hpp"

namespace sosi {

/// What the runs of a search say together about the unlabeled samples, a row for each, in the order of their
/// positions.
struct Vote {
  Matrix shares;         ///< of the votes for every class; sums 1
  Matrix probabilities;  ///< how sure the votes are: with more weight for less consistent runs, and half of
                         ///< each vote spread over the classes as the run doubts it
  Matrix left_out;       ///< f of every sample, by position, without itself, if the votes are right

  /// The class with the most votes for every unlabeled sample; ties to the smaller class.
  std::vector<int> classes() const;
};

/// Adds the probabilities that a run gives, a row per sample, with the weights of `vote_weights`. Runs may
/// come in any order.
SoftVotes with_votes(SoftVotes votes, double inconsistency, const Matrix& probabilities, double scale);

/// The weights of runs, the most consistent first: a difference of `scale` in inconsistency makes a vote
/// count e times less. Sums 1.
std::vector<double> vote_weights(const std::vector<double>& inconsistencies, double scale);

}  // namespace sosi
