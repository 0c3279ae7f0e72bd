// SPDX-License-Identifier: BSD-3-Clause
#include "extend/scale_search.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>

#include "extend/gradient_criteria.hpp"
#include "extend/scale_criteria.hpp"

namespace sosi {

namespace {

using Curve = std::span<const ScalePoint>;  // by ascending scale

// The lowest point of the parabola through a curve's smallest value and its two neighbors, over log scale.
double refined_minimum(Curve curve, const std::vector<double>& values) {
  const auto best = std::ranges::min_element(values) - values.begin();
  const double center = std::log(curve[best].scale);
  if (best == 0 || best + 1 == std::ssize(values)) return curve[best].scale;
  const double left = values[best - 1] - values[best];
  const double right = values[best + 1] - values[best];
  if (!std::isfinite(left) || !std::isfinite(right) || !(left + right > 0.0)) return curve[best].scale;
  const double step = std::log(curve[best + 1].scale) - center;
  return std::exp(center + 0.5 * step * (left - right) / (left + right));
}

std::vector<double> column(Curve curve, Vector ScalePoint::*criterion, Index k) {
  std::vector<double> values;
  for (const ScalePoint& point : curve) values.push_back((point.*criterion)(k));
  return values;
}

// The largest scale at which D/G reaches the threshold, between grid points by linear interpolation; nothing
// when no pair of classes is separable on the axis; the scale of the largest ratio when none reaches it.
std::optional<double> largest_with_ratio(Curve curve, Index k, double threshold) {
  std::vector<double> ratio;
  for (const ScalePoint& point : curve) {
    ratio.push_back(std::isfinite(point.gradient(k)) ? point.separation(k) / point.gradient(k) : 0.0);
  }
  const auto highest = std::ranges::max_element(ratio) - ratio.begin();
  if (!(ratio[highest] > 0.0)) return std::nullopt;
  if (ratio[highest] < threshold) return curve[highest].scale;
  std::ptrdiff_t last = std::ssize(ratio) - 1;
  while (ratio[last] < threshold) --last;
  if (last + 1 == std::ssize(ratio)) return curve[last].scale;
  const double part = (ratio[last] - threshold) / (ratio[last] - ratio[last + 1]);
  return curve[last].scale * std::pow(curve[last + 1].scale / curve[last].scale, part);
}

// Paper, footnote: single dimensions that run away from the others are held at two standard deviations.
int bound_scales(Vector& scales) {
  const double mean = scales.mean();
  const double deviation = std::sqrt((scales.array() - mean).square().mean());
  const double slack = 1e-12 * mean;  // rounding of equal scales is no deviation
  int n_bounded = 0;
  for (double& scale : scales) {
    if (std::abs(scale - mean) <= 2.0 * deviation + slack) continue;
    scale = std::clamp(scale, mean - 2.0 * deviation, mean + 2.0 * deviation);
    ++n_bounded;
  }
  return n_bounded;
}

Vector fixed_scales(const ScaleValues& values, double median_distance, Index d) {
  const Vector given = values.resolve(median_distance);
  if (given.size() == 1) return Vector::Constant(d, given(0));
  if (given.size() != d) {
    throw InvalidInput("scale = " + OptionText<ScaleValues>::format(values) + ": must be one number or " +
                       std::to_string(d) + ", one per dimension of the embedding");
  }
  return given;
}

std::optional<double> scale_by_rule(const ChosenScales& chosen, Curve curve, const ScaleOptions& options,
                                    Index k) {
  if (chosen.rule == ScaleRule::ratio) return largest_with_ratio(curve, k, options.scale_ratio);
  if (chosen.rule == ScaleRule::loo) {
    return refined_minimum(curve, column(curve, &ScalePoint::leave_one_out, k));
  }
  // Where no classes are separable there is no D to set against G, and nothing to choose by.
  if (!options.scale_weight && !(chosen.weights(k) > 0.0)) return std::nullopt;
  std::vector<double> objective;
  for (const ScalePoint& point : curve) objective.push_back(point.regularizer(chosen.weights)(k));
  if (!std::ranges::any_of(objective, [](double value) { return std::isfinite(value); })) return std::nullopt;
  return refined_minimum(curve, objective);
}

ScaleRule rule_of(const ScaleOptions& options) {
  return options.scale.rule == ScaleRule::automatic ? ScaleRule::loo : options.scale.rule;
}

Vector weights_on(Curve curve, const ScaleOptions& options) {
  Vector weights(curve.front().gradient.size());
  for (Index k = 0; k < weights.size(); ++k) {
    weights(k) = options.scale_weight.value_or(
        balanced_weight(column(curve, &ScalePoint::gradient, k), column(curve, &ScalePoint::separation, k)));
  }
  return weights;
}

// The scales that the rule finds on a curve.
ChosenScales scales_on(Curve curve, ScaleRule rule, double median_distance, const ScaleOptions& options) {
  const Index d = curve.front().leave_one_out.size();
  ChosenScales chosen;
  chosen.rule = rule;
  chosen.scales = Vector::Zero(d);
  if (rule == ScaleRule::regularizer) chosen.weights = weights_on(curve, options);
  double sum = 0.0;
  Indices undecided;
  for (Index k = 0; k < d; ++k) {
    const std::optional<double> scale = scale_by_rule(chosen, curve, options, k);
    chosen.scales(k) = scale.value_or(0.0);
    sum += chosen.scales(k);
    if (!scale) undecided.push_back(k);
  }
  // A dimension without an answer takes the mean of those with one; without any, the median distance.
  chosen.n_undecided = static_cast<int>(undecided.size());
  const auto n_decided = static_cast<double>(d - chosen.n_undecided);
  for (const Index k : undecided) chosen.scales(k) = n_decided > 0 ? sum / n_decided : median_distance;
  chosen.n_bounded = bound_scales(chosen.scales);
  return chosen;
}

// How many points of the curve the rule's answer rests on: as many would give the same. A leave-one-out
// minimum is refined with the point above it; for the other rules every point counts.
std::size_t n_needed(Curve curve, ScaleRule rule) {
  if (rule != ScaleRule::loo) return curve.size();
  std::size_t n = 0;
  for (Index k = 0; k < curve.front().leave_one_out.size(); ++k) {
    const std::vector<double> errors = column(curve, &ScalePoint::leave_one_out, k);
    n = std::max<std::size_t>(n, std::ranges::min_element(errors) - errors.begin() + 2);
  }
  return std::min(n, curve.size());
}

// How many of the first points can be solved, found by bisection, given that the last cannot; the smallest
// scale is allowed without a look.
std::size_t n_solvable(Curve curve, const std::function<bool(double)>& is_solvable) {
  std::size_t low = 0;
  std::size_t high = curve.size() - 1;
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    (is_solvable(curve[middle].scale) ? low : high) = middle;
  }
  return low + 1;
}

std::vector<ScalePoint> points_of(std::vector<ScaleSolution> solutions) {
  std::vector<ScalePoint> points;
  for (ScaleSolution& solution : solutions)
    points.push_back({solution.scale, {}, {}, std::move(solution.leave_one_out), solution.shift});
  return points;
}

std::vector<ScalePoint> points_with_gradients(const ScaleProblem& problem,
                                              std::vector<ScaleSolution> solutions,
                                              const ScaleOptions& options, const KernelBackend& backend) {
  std::vector<GradientTotals> totals =
      gradient_criteria(problem, options.n_neighbors_scale, solutions, backend.threads());
  std::vector<ScalePoint> points = points_of(std::move(solutions));
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i].gradient = std::move(totals[i].gradient);
    points[i].separation = std::move(totals[i].separation);
  }
  return points;
}

// The criteria that the rule needs, at the scales that it may choose among.
std::vector<ScalePoint> searched_curve(const ScaleProblem& problem, const Vector& grid,
                                       const ScaleOptions& options, const KernelBackend& backend) {
  std::vector<ScaleSolution> solutions =
      solve_unshifted_scales(problem, std::span(grid.data(), grid.size()), options.ridge, backend);
  if (rule_of(options) == ScaleRule::loo) return points_of(std::move(solutions));
  return points_with_gradients(problem, std::move(solutions), options, backend);
}

ChosenScales scales_by_rule(const ScaleProblem& problem, double median_distance, const ScaleOptions& options,
                            const KernelBackend& backend) {
  const ScaleRule rule = rule_of(options);
  const Vector grid = scale_grid().resolve(median_distance);
  std::vector<ScalePoint> curve = searched_curve(problem, grid, options, backend);
  Curve usable = curve;
  // Solvability is dear: the scales come first, and a look whether they would do.
  if (problem.is_solvable) {
    const Curve needed = usable.first(n_needed(usable, rule));
    if (needed.size() > 1 && !problem.is_solvable(needed.back().scale))
      usable = usable.first(n_solvable(needed, problem.is_solvable));
  }
  ChosenScales chosen = scales_on(usable, rule, median_distance, options);
  chosen.curve = std::move(curve);
  return chosen;
}

}  // namespace

std::vector<ScalePoint> scan_scales(const ScaleProblem& problem, std::span<const double> scales,
                                    const ScaleOptions& options, ThreadPool& threads) {
  validate(options);
  const std::unique_ptr<KernelBackend> backend = make_backend(Device::automatic, threads);
  return points_with_gradients(problem, solve_scales(problem, scales, options.ridge, *backend), options,
                               *backend);
}

ChosenScales choose_scales(const ScaleProblem& problem, double median_distance, const ScaleOptions& options,
                           ThreadPool& threads) {
  return search_scales(problem, median_distance, options, *make_backend(Device::automatic, threads));
}

ChosenScales search_scales(const ScaleProblem& problem, double median_distance, const ScaleOptions& options,
                           const KernelBackend& backend) {
  validate(options);
  ChosenScales chosen;
  if (options.scale.rule == ScaleRule::fixed) {
    chosen.rule = ScaleRule::fixed;
    chosen.scales = fixed_scales(options.scale.values, median_distance, problem.targets->cols());
  } else {
    chosen = scales_by_rule(problem, median_distance, options, backend);
  }
  chosen.scales = merge_scales(chosen.scales, options.scale_groups);
  return chosen;
}

// The centers' samples, distances and coordinates, these packed too, coefficients for the whole grid, and for
// each system at work its factor and a few rows of the inverse.
double scale_search_numbers(const ScaleSearchSize& size, ScaleRule rule, const KernelBackend& backend) {
  const auto centers = static_cast<double>(size.n_centers);
  const auto d = static_cast<double>(size.n_components);
  const auto features = static_cast<double>(size.n_features);
  const double reduced = std::min(centers, features);
  const bool has_gradients = rule == ScaleRule::regularizer || rule == ScaleRule::ratio;
  const double shared = centers * (features + centers + kScaleGridSize * d) +
                        (has_gradients ? 2.0 * centers * reduced +
                                             2.0 * kScaleGridSize * d * static_cast<double>(size.n_labeled)
                                       : 0.0);
  constexpr double kInverseRows = 2.0 * 128.0;
  const double system = backend.numbers({0, size.n_centers, 0, 1, false}) + kInverseRows * centers;
  return shared + system * (size.n_centers <= kParallelScanLimit ? backend.threads().size() : 1);
}

}  // namespace sosi
