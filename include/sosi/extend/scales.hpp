// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/core/options.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

/// Scales as numbers: multiples of the median distance between labeled samples, or absolute (suffix `abs`).
struct ScaleValues {
  std::vector<double> numbers;
  bool absolute = false;

  /// The scales in the units of the samples.
  Vector resolve(double median_distance) const;
};

template <>
struct OptionText<ScaleValues> {
  static std::string format(const ScaleValues& scales);
  static std::optional<ScaleValues> parse(std::string_view text);
  static std::vector<double> numbers(const ScaleValues& scales) { return scales.numbers; }
  static std::string words() { return "numbers separated by commas, with the suffix abs for absolute ones,"; }
};

/// By which rule the scales are found.
enum class ScaleRule { automatic, regularizer, ratio, loo, fixed };

template <>
struct ChoiceNames<ScaleRule> {
  static constexpr std::pair<ScaleRule, std::string_view> names[] = {{ScaleRule::automatic, "auto"},
                                                                     {ScaleRule::regularizer, "regularizer"},
                                                                     {ScaleRule::ratio, "ratio"},
                                                                     {ScaleRule::loo, "loo"}};
};

/// A rule by name, or the scales themselves: one for all dimensions or one for each.
struct ScaleChoice {
  ScaleRule rule = ScaleRule::automatic;
  ScaleValues values;  ///< with `ScaleRule::fixed` only
};

template <>
struct OptionText<ScaleChoice> {
  static std::string format(const ScaleChoice& choice);
  static std::optional<ScaleChoice> parse(std::string_view text);
  static std::vector<double> numbers(const ScaleChoice& choice) { return choice.values.numbers; }
  static std::string words() {
    return "auto|regularizer|ratio|loo or numbers (such as 1.4 or 0.9,1.1 or 0.61abs)";
  }
};

struct ScaleOptions {
  ScaleChoice scale;
  std::optional<double> scale_weight;
  double scale_ratio = 1.0;
  int n_neighbors_scale = 2;
  double ridge = 0.0;
  double scale_groups = 0.0;
};

template <>
FieldTable<ScaleOptions> field_table<ScaleOptions>();

/// What the scale is judged by: the map through the centers' targets, seen from the labeled samples.
struct ScaleProblem {
  const Matrix* centers;            ///< one per row, the labeled samples first
  const Matrix* squared_distances;  ///< between the centers
  const Matrix* targets;            ///< the centers' coordinates; the first rows are the labeled embedding
  std::span<const int> classes;     ///< of the labeled samples
  /// Where given, no rule goes beyond the largest grid scale (absolute) at which this holds. It must fail at
  /// all scales above one where it fails, and is asked as rarely as possible.
  std::function<bool(double scale)> is_solvable = {};
};

/// The criteria at one scale common to all dimensions; each vector has one entry per dimension, those of the
/// gradients none where a rule does not look at them.
struct ScalePoint {
  double scale;          ///< absolute
  Vector gradient;       ///< G^k (paper, eq. regobj_disc_G); infinite where a mean derivative vanishes
  Vector separation;     ///< D^k (eq. regobj_disc_D)
  Vector leave_one_out;  ///< root mean square of the leave-one-out errors of the interpolation
  double shift;          ///< what the kernel matrix needed on its diagonal to be factored

  /// R^k = G^k - lambda D^k, +infinity where G^k is.
  Vector regularizer(const Vector& weight) const;
};

/// lambda = auto: the weight of D that makes both terms span the same range, so that D's rise at small scales
/// counts as much as G's at large ones; 0 where D does not change. One value a scale.
double balanced_weight(std::span<const double> gradient, std::span<const double> separation);

/// Evaluates the criteria at given absolute scales.
std::vector<ScalePoint> scan_scales(const ScaleProblem& problem, std::span<const double> scales,
                                    const ScaleOptions& options, ThreadPool& threads);

inline constexpr int kScaleGridSize = 33;
/// The logarithmic grid that the rules search, 0.1 to 6 times the median distance.
ScaleValues scale_grid();

/// Scales that are closer together than a relative tolerance made one: in ascending order, each joins the
/// group before it as long as it exceeds the smallest of the group by no more than the tolerance, and the
/// group's scale is their geometric mean. 0 changes nothing.
Vector merge_scales(const Vector& scales, double tolerance);

/// One scale for each dimension and how it was found.
struct ChosenScales {
  Vector scales;                          ///< absolute
  ScaleRule rule = ScaleRule::automatic;  ///< the rule that was applied
  Vector weights;                         ///< lambda per dimension, with `ScaleRule::regularizer`
  std::vector<ScalePoint> curve;          ///< the grid up to the first shift; empty with fixed scales
  int n_bounded = 0;                      ///< dimensions held back at two standard deviations from the mean
  int n_undecided = 0;  ///< dimensions for which the rule had no answer and a neighbor's was taken
};

/// Chooses the scales; `median_distance` is that between the labeled samples.
ChosenScales choose_scales(const ScaleProblem& problem, double median_distance, const ScaleOptions& options,
                           ThreadPool& threads);

}  // namespace sosi
