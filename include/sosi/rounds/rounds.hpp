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
#include "sosi/extend/rbf_map.hpp"
#include "sosi/extend/scales.hpp"

namespace sosi {

/// How the next centers are picked among the unlabeled samples.
enum class Selection { confidence, mixed, quota };

template <>
struct ChoiceNames<Selection> {
  static constexpr std::pair<Selection, std::string_view> names[] = {
      {Selection::confidence, "confidence"}, {Selection::mixed, "mixed"}, {Selection::quota, "quota"}};
};

/// Who says in a round what class an unlabeled sample has, and how surely.
enum class Labeler { map, agreement, both, harmonic };

template <>
struct ChoiceNames<Labeler> {
  static constexpr std::pair<Labeler, std::string_view> names[] = {{Labeler::map, "map"},
                                                                   {Labeler::agreement, "agreement"},
                                                                   {Labeler::both, "both"},
                                                                   {Labeler::harmonic, "harmonic"}};
};

/// How many hypotheses are tried when settings are left to the program.
enum class Effort { quick, normal, thorough };

template <>
struct ChoiceNames<Effort> {
  static constexpr std::pair<Effort, std::string_view> names[] = {
      {Effort::quick, "quick"}, {Effort::normal, "normal"}, {Effort::thorough, "thorough"}};
};

/// The share of every class among the unlabeled samples.
struct ClassProportions {
  enum class Source { automatic, estimate, equal, given };
  Source source = Source::automatic;
  std::vector<double> given;  ///< one per class in ascending order; only their ratios count
};

template <>
struct OptionText<ClassProportions> {
  static std::string format(const ClassProportions& proportions);
  static std::optional<ClassProportions> parse(std::string_view text);
  static std::vector<double> numbers(const ClassProportions& proportions) { return proportions.given; }
  static std::string words() { return "auto|estimate|equal or numbers separated by commas,"; }
};

/// Where something is left open, the rounds are the paper's: ten, all samples, the most confident first, by
/// the map's own labels. `fit` decides by itself before they begin.
struct ProgressiveOptions {
  std::optional<int> rounds;
  std::optional<double> stop_fraction;
  std::optional<Selection> selection;
  double quota_weight = 0.2;
  ClassProportions class_proportions;
  std::optional<Labeler> labeler;
  Effort effort = Effort::normal;
  std::optional<int> max_centers;
  bool refit_scale = false;
  int n_neighbors_projection = 3;
};

template <>
const FieldTable<ProgressiveOptions>& field_table<ProgressiveOptions>();

/// One round: what f was built on and what it says about the unlabeled samples.
struct Round {
  int number = 0;    ///< from 0
  int n_rounds = 0;  ///< in all
  Indices centers;   ///< unlabeled samples among the centers, counted from the first unlabeled one
  Matrix embedded;   ///< f of every unlabeled sample
  Classification classification;  ///< of every unlabeled sample
  int n_changed = 0;              ///< labels that differ from the round before
  Vector scales;
  /// Shifts: of all rounds up to this one; condition and interpolation error: in the last round only.
  KernelDiagnostics diagnostics;
  double seconds = 0.0;
};

/// What the rounds need to go on after one of them, to the same bits.
struct RoundState {
  int n_done = 0;                 ///< rounds
  Indices centers;                ///< samples in the order of the factors, the labeled ones counted first
  Classification classification;  ///< of every unlabeled sample
  std::vector<double> shares;     ///< of the classes, as estimated so far
  ChosenScales chosen;
  KernelDiagnostics kernel;  ///< shifts of all rounds so far
};

int n_rounds(const ProgressiveOptions& options);

/// How many unlabeled samples are trusted in a round: floor(r/(R-1) s U + 1/2).
Index n_trusted(const ProgressiveOptions& options, int round, Index n_unlabeled);

/// How many of them are centers: all that `max_centers` allows.
Index n_unlabeled_centers(const ProgressiveOptions& options, int round, Index n_labeled, Index n_unlabeled);

/// So many of a ranking's first `n_trusted`, spread evenly over them. Where not all can be centers, they must
/// stand for the less confident ones too: those cover the parts of space that the labeled samples do not.
Indices spread_over(const Indices& ranking, Index n_trusted, Index n);

/// The unlabeled samples by the order in which they become centers: by confidence, ties to the smaller row;
/// with given shares by (rank within the predicted class) / (share of that class) first.
Indices rank_by_confidence(const Classification& classification);
Indices rank_by_quota(const Classification& classification, std::span<const double> shares);

/// By the ranks in both orders, multiplied: that by quota to the power `weight`, the other to 1 - `weight`.
Indices rank_mixed(const Classification& classification, std::span<const double> shares, double weight);

}  // namespace sosi
