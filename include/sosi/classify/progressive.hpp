// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "sosi/classify/nearest_embedding.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/core/options.hpp"
#include "sosi/core/parallel.hpp"
#include "sosi/core/progress.hpp"
#include "sosi/interpolate/rbf_map.hpp"
#include "sosi/interpolate/scales.hpp"

namespace sosi {

/// How the next centers are picked among the unlabeled samples.
enum class Selection { confidence, quota };

template <>
struct ChoiceNames<Selection> {
  static constexpr std::pair<Selection, std::string_view> names[] = {{Selection::confidence, "confidence"},
                                                                     {Selection::quota, "quota"}};
};

/// The share of every class among the unlabeled samples.
struct ClassProportions {
  enum class Source { estimate, equal, given };
  Source source = Source::estimate;
  std::vector<double> given;  ///< one per class in ascending order; only their ratios count
};

template <>
struct OptionText<ClassProportions> {
  static std::string format(const ClassProportions& proportions);
  static std::optional<ClassProportions> parse(std::string_view text);
  static std::vector<double> numbers(const ClassProportions& proportions) { return proportions.given; }
  static std::string words() { return "estimate|equal or numbers separated by commas,"; }
};

struct ProgressiveOptions {
  int rounds = 10;
  double stop_fraction = 1.0;
  Selection selection = Selection::confidence;
  ClassProportions class_proportions;
  std::optional<int> max_centers;
  bool refit_scale = false;
  int n_neighbors_projection = 3;
};

template <>
const FieldTable<ProgressiveOptions>& field_table<ProgressiveOptions>();

/// What the loop works on: samples by position, the labeled ones first, then the unlabeled ones.
struct ProgressiveProblem {
  const Matrix* samples;  ///< all rows; a position's sample is row `rows[position]`
  std::span<const Index> rows;
  const Matrix* squared_distances;  ///< between positions
  const Matrix* embedding;          ///< of the labeled samples
  std::span<const int> classes;     ///< of the labeled samples
  double median_distance;           ///< between labeled samples
};

/// One round: what f was built on and what it says about the unlabeled samples.
struct Round {
  int number;       ///< from 0
  int n_rounds;     ///< in all
  Indices centers;  ///< unlabeled samples among the centers, counted from the first unlabeled one
  Matrix embedded;  ///< f of every unlabeled sample
  Classification classification;  ///< of every unlabeled sample
  int n_changed;                  ///< labels that differ from the round before
  Vector scales;
  KernelDiagnostics diagnostics;
  double seconds;
};

/// The last round's map and everything the rounds left behind.
struct ProgressiveResult {
  RbfMap map;
  Round last;
  ChosenScales chosen;
  KernelDiagnostics diagnostics;  ///< the worst over all rounds
};

/// Called after every round; throws to end the run.
using RoundCallback = std::function<void(const Round&)>;

/// SOSI (paper, Algorithm 1): labels the unlabeled samples, makes the most confident ones centers, projected
/// onto the manifold of their class, and repeats.
ProgressiveResult run_progressive(const ProgressiveProblem& problem, const ScaleOptions& scale_options,
                                  const ProgressiveOptions& options, ThreadPool& threads,
                                  const RoundCallback& after_round);

/// How many unlabeled samples are centers in a round: floor(r/(R-1) s U + 1/2), no more than `max_centers`
/// allows.
Index n_unlabeled_centers(const ProgressiveOptions& options, int round, Index n_labeled, Index n_unlabeled);

/// The unlabeled samples by the order in which they become centers: by confidence, ties to the smaller row;
/// with given shares by (rank within the predicted class) / (share of that class) first.
Indices rank_by_confidence(const Classification& classification);
Indices rank_by_quota(const Classification& classification, std::span<const double> shares);

}  // namespace sosi
