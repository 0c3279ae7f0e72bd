// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "sosi/classify/nearest_embedding.hpp"
#include "sosi/core/index.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/core/options.hpp"
#include "sosi/extend/scales.hpp"
#include "sosi/kernel/rbf_map.hpp"

namespace sosi {

/// How the next centers are picked among the unlabeled samples.
enum class Selection { confidence, mixed, quota };

template <>
struct ChoiceNames<Selection> {
  static constexpr std::pair<Selection, std::string_view> names[] = {
      {Selection::confidence, "confidence"}, {Selection::mixed, "mixed"}, {Selection::quota, "quota"}};
};

/// What labels the unlabeled samples in a round, and with which confidence.
enum class Labeler { map, agreement, both, harmonic };

template <>
struct ChoiceNames<Labeler> {
  static constexpr std::pair<Labeler, std::string_view> names[] = {{Labeler::map, "map"},
                                                                   {Labeler::agreement, "agreement"},
                                                                   {Labeler::both, "both"},
                                                                   {Labeler::harmonic, "harmonic"}};
};

/// How many candidates the hyperparameter search tries.
enum class Effort { quick, normal, thorough };

template <>
struct ChoiceNames<Effort> {
  static constexpr std::pair<Effort, std::string_view> names[] = {
      {Effort::quick, "quick"}, {Effort::normal, "normal"}, {Effort::thorough, "thorough"}};
};

/// The proportion of every class among the unlabeled samples: the class prior.
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

/// What the rounds may be told; what is left open is decided by `fit`.
struct RoundsOptions {
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
FieldTable<RoundsOptions> field_table<RoundsOptions>();

/// One round: what f was built on and what it says about the samples, by position.
struct Round {
  int number = 0;    ///< from 0
  int n_rounds = 0;  ///< in all
  Positions centers;
  Matrix embedded;                ///< f of every sample
  Classification classification;  ///< of every sample; given labels have infinite confidence
  int n_changed = 0;              ///< labels that differ from the round before
  Vector scales;
  /// Shifts: of all rounds up to this one; condition and interpolation error: in the last round only.
  KernelDiagnostics diagnostics;
  double seconds = 0.0;
};

/// What the rounds need to go on after one of them, to the same bits.
struct RoundState {
  int n_done = 0;                   ///< rounds
  Positions centers;                ///< in the order of the factors
  Classification classification;    ///< of every unlabeled sample, in the order of their positions
  std::vector<double> proportions;  ///< of the classes, as estimated so far
  ChosenScales chosen;
  KernelDiagnostics kernel;  ///< shifts of all rounds so far
};

}  // namespace sosi
