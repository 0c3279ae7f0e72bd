// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/tune/search_run.hpp"

namespace sosi {

/// A run of the hyperparameter search that has ended.
struct SearchedRun {
  SearchRun run;             ///< its weights follow when all runs have ended
  Vector scales;             ///< absolute, one per dimension
  std::vector<int> classes;  ///< by position
};

/// The probabilities that runs give to the classes, summed with the weights of their votes.
struct SoftVotes {
  double least = 0.0;   ///< inconsistency; the run that has it weighs 1
  double weight = 0.0;  ///< of all runs
  Matrix sum;           ///< a row per unlabeled sample

  /// The weighted mean.
  Matrix mean() const { return sum / weight; }
};

/// What a hyperparameter search has found so far: going on from here gives the same bits.
struct SearchState {
  std::vector<SearchedRun> runs;   ///< in the order in which they ended
  std::vector<Vector> unsolvable;  ///< scales at which systems cannot be solved accurately
  SoftVotes soft_votes;            ///< of these runs
  std::optional<HoldOutTrial> trial;
  std::vector<double> final_scales;  ///< reduced until the systems of all samples can be solved; or empty
};

}  // namespace sosi
