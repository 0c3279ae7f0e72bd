// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "rounds/labeler.hpp"
#include "rounds/growth_plan.hpp"
#include "kernel/sample_distances.hpp"
#include "sosi/rounds/rounds.hpp"

namespace sosi {

/// What the loop works on: samples by position, the labeled ones first, then the unlabeled ones.
struct ProgressiveProblem {
  const Matrix* samples;  ///< all rows; a position's sample is row `rows[position]`
  std::span<const Index> rows;
  SampleDistances* distances;    ///< between positions; those to the labeled ones are kept
  const Matrix* embedding;       ///< of the labeled samples
  std::span<const int> classes;  ///< of the labeled samples
  double median_distance;        ///< between labeled samples
  GrowthPlan plan;
  Guidance guidance{};
  /// Of the unlabeled samples, where the last round is to go by these instead of the round before.
  const std::vector<int>* final_classes = nullptr;
};

/// What the last map would say of samples that it had not been told of.
struct Untold {
  Indices labeled;  ///< some of the labeled samples, spread evenly
  Matrix left_out;  ///< f of these, each without itself among the centers
  Matrix before;    ///< f of every sample, by position, through the centers that came before it
};

/// The last round's map and everything the rounds left behind.
struct ProgressiveResult {
  RbfMap map;
  Indices centers;  ///< their positions, in the order of the map
  Untold untold;
  Round last;
  ChosenScales chosen;
};

/// What is told after every round, and where to begin; to end the run, it throws.
struct RoundHooks {
  std::function<void(const Round&, RoundState)> after_round;
  const RoundState* resume = nullptr;
};

/// Throws `InvalidInput` when options do not fit the labeled samples.
void check_sizes(const ProgressiveOptions& options, Index n_labeled, int n_classes);

/// SOSI (paper, Algorithm 1): labels the unlabeled samples, makes the most confident ones centers, projected
/// onto the manifold of their class, and repeats.
ProgressiveResult run_progressive(const ProgressiveProblem& problem, const ScaleOptions& scale_options,
                                  const ProgressiveOptions& options, ThreadPool& threads,
                                  const RoundHooks& hooks);

/// What the rounds say about the unlabeled samples, without a map at the end.
Classification label_progressively(const ProgressiveProblem& problem, const ScaleOptions& scale_options,
                                   const ProgressiveOptions& options, ThreadPool& threads);

/// What f would have to be at all samples, by position, if the unlabeled ones had these classes.
Matrix targets_of(const ProgressiveProblem& problem, const std::vector<int>& classes,
                  const ProgressiveOptions& options, ThreadPool& threads);

/// Unlabeled and labeled centers of every round.
Indices centers_by_round(const ProgressiveOptions& options, Index n_labeled, Index n_unlabeled);

}  // namespace sosi
