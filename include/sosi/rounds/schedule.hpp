// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/core/index.hpp"

namespace sosi {

/// How many samples become centers, round by round.
struct Schedule {
  int n_rounds;
  double stop_fraction;  ///< of the unlabeled samples, trusted in the last round
  Index most_centers;    ///< the labeled ones included
  Index n_labeled;
  Index n_unlabeled;

  /// Unlabeled samples that are trusted in a round: floor(r/(R-1) s U + 1/2).
  Index n_trusted(int round) const;
  /// Unlabeled samples that are centers in a round: those trusted, as far as `most_centers` allows.
  Index n_unlabeled_centers(int round) const;
  /// All centers of a round.
  Index n_centers(int round) const { return n_labeled + n_unlabeled_centers(round); }
  /// All centers of the last round.
  Index n_last_centers() const { return n_centers(n_rounds - 1); }
  bool is_last(int round) const { return round + 1 == n_rounds; }
  /// All centers of every round.
  Indices sizes() const;
};

}  // namespace sosi
