// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/interpolate/scales.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "interpolate/scale_criteria.hpp"

namespace sosi {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLowestScale = 0.1;  // of the median distance
constexpr double kHighestScale = 6.0;
constexpr int kGridSize = 33;

// The lowest point of the parabola through a curve's smallest value and its two neighbors, over log scale.
double refined_minimum(const std::vector<ScalePoint>& curve, const std::vector<double>& values) {
  const auto best = std::ranges::min_element(values) - values.begin();
  const double center = std::log(curve[best].scale);
  if (best == 0 || best + 1 == std::ssize(values)) return curve[best].scale;
  const double left = values[best - 1] - values[best];
  const double right = values[best + 1] - values[best];
  if (!std::isfinite(left) || !std::isfinite(right) || !(left + right > 0.0)) return curve[best].scale;
  const double step = std::log(curve[best + 1].scale) - center;
  return std::exp(center + 0.5 * step * (left - right) / (left + right));
}

// Scales beyond the allowed ones, and those whose kernel matrix cannot be factored as it is, are no
// candidates while there are others.
std::vector<ScalePoint> usable_points(const std::vector<ScalePoint>& curve, double largest_scale) {
  std::vector<ScalePoint> usable;
  std::ranges::copy_if(curve, std::back_inserter(usable),
                       [&](const ScalePoint& p) { return p.shift <= 0.0 && p.scale <= largest_scale; });
  return usable.empty() ? std::vector<ScalePoint>{curve.front()} : usable;
}

std::vector<double> column(const std::vector<ScalePoint>& curve, Vector ScalePoint::*criterion, Index k) {
  std::vector<double> values;
  for (const ScalePoint& point : curve) values.push_back((point.*criterion)(k));
  return values;
}

// The largest scale at which D/G reaches the threshold, between grid points by linear interpolation; nothing
// when no pair of classes is separable on the axis; the scale of the largest ratio when none reaches it.
std::optional<double> largest_with_ratio(const std::vector<ScalePoint>& curve, Index k, double threshold) {
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
                       std::to_string(d) + ", one for each dimension of the embedding");
  }
  return given;
}

std::optional<double> scale_by_rule(const ChosenScales& chosen, const std::vector<ScalePoint>& curve,
                                    const ScaleOptions& options, Index k) {
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

}  // namespace

ScaleValues scale_grid() {
  ScaleValues grid;
  for (int i = 0; i < kGridSize; ++i) {
    const double fraction = static_cast<double>(i) / (kGridSize - 1);
    grid.values.push_back(kLowestScale * std::pow(kHighestScale / kLowestScale, fraction));
  }
  return grid;
}

Vector ScaleValues::resolve(double median_distance) const {
  Vector scales = Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
  return absolute ? scales : Vector(scales * median_distance);
}

Vector ScalePoint::regularizer(const Vector& weight) const {
  return (gradient.array() == kInfinity).select(gradient, gradient - weight.cwiseProduct(separation));
}

double balanced_weight(std::span<const double> gradient, std::span<const double> separation) {
  std::vector<double> finite;
  std::vector<double> beside;
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    if (!std::isfinite(gradient[i])) continue;
    finite.push_back(gradient[i]);
    beside.push_back(separation[i]);
  }
  if (finite.empty()) return 0.0;
  const auto [lowest_g, highest_g] = std::ranges::minmax(finite);
  const auto [lowest_d, highest_d] = std::ranges::minmax(beside);
  return highest_d > lowest_d ? (highest_g - lowest_g) / (highest_d - lowest_d) : 0.0;
}

std::vector<ScalePoint> scan_scales(const ScaleProblem& problem, std::span<const double> scales,
                                    const ScaleOptions& options, ThreadPool& threads) {
  validate(options);
  const ScaleCriteria criteria(problem, options);
  std::vector<ScalePoint> points(scales.size());
  const auto evaluate = [&](std::size_t i) { points[i] = criteria.evaluate(scales[i], threads); };
  if (problem.centers.rows() <= kParallelScanLimit) {
    threads.for_each(scales.size(), evaluate);
  } else {
    for (std::size_t i = 0; i < scales.size(); ++i) evaluate(i);
  }
  return points;
}

ChosenScales choose_scales(const ScaleProblem& problem, double median_distance, const ScaleOptions& options,
                           ThreadPool& threads) {
  validate(options);
  const Index d = problem.targets.cols();
  ChosenScales chosen;
  chosen.rule = options.scale.rule == ScaleRule::automatic ? ScaleRule::loo : options.scale.rule;
  if (chosen.rule == ScaleRule::fixed) {
    chosen.scales = fixed_scales(options.scale.values, median_distance, d);
    return chosen;
  }
  const Vector grid = scale_grid().resolve(median_distance);
  chosen.curve = scan_scales(problem, std::span(grid.data(), grid.size()), options, threads);
  const std::vector<ScalePoint> curve = usable_points(chosen.curve, problem.largest_scale);
  chosen.weights = Vector(d);
  for (Index k = 0; k < d; ++k)
    chosen.weights(k) = options.scale_weight.value_or(
        balanced_weight(column(curve, &ScalePoint::gradient, k), column(curve, &ScalePoint::separation, k)));

  chosen.scales = Vector::Zero(d);
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

}  // namespace sosi
