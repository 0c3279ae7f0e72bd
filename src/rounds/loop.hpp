// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "data/sample_set.hpp"
#include "kernel/kernel_backend.hpp"
#include "rounds/growth_plan.hpp"
#include "sosi/rounds/rounds.hpp"
#include "sosi/rounds/schedule.hpp"

namespace sosi {

/// How the rounds choose and label samples; nothing is left open.
struct RoundsPolicy {
  Selection selection = Selection::confidence;
  double quota_weight = 0.0;
  Labeler labeler = Labeler::map;

  bool operator==(const RoundsPolicy&) const = default;
};

/// Everything that the rounds are told; nothing is left open.
struct RoundsSettings {
  Schedule schedule;
  RoundsPolicy policy;
  ClassProportions class_proportions;  ///< never `automatic`
  bool refit_scale = false;
  int n_neighbors_projection = 3;
};

/// What the rounds work on; refers to what the caller keeps.
struct RoundsProblem {
  const SampleSet* samples;
  SampleDistances* distances;
  const Matrix* embedding;  ///< of the labeled samples
  double median_distance;   ///< between labeled samples
  GrowthPlan plan;
  const Matrix* harmonic = nullptr;  ///< probabilities by position, where the labeler asks for them
  /// A class for every position that the last round goes by, instead of the round before.
  const std::vector<int>* final_classes = nullptr;
};

/// What the last map says of samples when it has not been told of them.
struct HeldOutValues {
  Indices labeled;  ///< some of the labeled samples, spread evenly
  Matrix left_out;  ///< f of these, each without itself among the centers
  Matrix before;    ///< f of every sample, by position, through the centers that came before it
};

/// The last round's map and everything the rounds left behind.
struct RoundsResult {
  RbfMap map;
  Positions centers;  ///< in the order of the map
  HeldOutValues held_out;
  Round last;
  ChosenScales chosen;
};

/// What is told after every round, and where to begin; to end the run, it throws.
struct RoundHooks {
  std::function<void(const Round&, RoundState)> after_round;
  const RoundState* resume = nullptr;
};

/// SOSI (paper, Algorithm 1): labels the unlabeled samples, makes the most confident ones centers, projected
/// onto the manifold of their class, and repeats.
RoundsResult run_rounds(const RoundsProblem& problem, const ScaleOptions& scale,
                        const RoundsSettings& settings, const KernelBackend& backend,
                        const RoundHooks& hooks);

/// The labels of the last round for every position, without a map at the end.
std::vector<int> label_in_rounds(const RoundsProblem& problem, const ScaleOptions& scale,
                                 const RoundsSettings& settings, const KernelBackend& backend);

}  // namespace sosi
