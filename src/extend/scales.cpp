// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/extend/scales.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

namespace sosi {

template <>
FieldTable<ScaleOptions> field_table<ScaleOptions>() {
  return {
      field("scale", &ScaleOptions::scale, above(0),
            "width of the radial basis functions: a rule, or numbers in units of the median distance between "
            "labeled samples; auto: chosen by the search with rounds = auto, else loo, limited to scales at "
            "which all systems can be solved accurately"),
      field("scale_weight", &ScaleOptions::scale_weight, at_least(0),
            "weight lambda of the separation term with scale = regularizer; larger favors larger scales; "
            "auto: both terms have the same range over the grid"),
      field("scale_ratio", &ScaleOptions::scale_ratio, above(0),
            "threshold of D/G with scale = ratio; smaller allows larger scales"),
      field("n_neighbors_scale", &ScaleOptions::n_neighbors_scale, at_least(1),
            "number of nearest samples per class whose directions enter the scale criteria"),
      field("ridge", &ScaleOptions::ridge, at_least(0),
            "ridge added to the diagonal of the kernel matrix; larger smooths the map; 0: the map "
            "interpolates exactly"),
      field("scale_groups", &ScaleOptions::scale_groups, at_least(0),
            "relative tolerance within which scales are merged, to share a factorization; larger makes a fit "
            "faster and the scales less specific to each dimension; 0: off"),
  };
}

std::string OptionText<ScaleValues>::format(const ScaleValues& scales) {
  return OptionText<std::vector<double>>::format(scales.numbers) + (scales.absolute ? "abs" : "");
}

// The suffix may stand behind every number or once behind the last.
std::optional<ScaleValues> OptionText<ScaleValues>::parse(std::string_view text) {
  constexpr std::string_view kSuffix = "abs";
  ScaleValues scales;
  std::size_t n_suffixes = 0;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    std::string_view item = text.substr(0, comma);
    scales.absolute = item.ends_with(kSuffix);  // in the end, of the last one
    if (scales.absolute) {
      item.remove_suffix(kSuffix.size());
      ++n_suffixes;
    }
    const auto value = OptionText<double>::parse(item);
    if (!value) return std::nullopt;
    scales.numbers.push_back(*value);
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
  }
  if (n_suffixes > 0 && !scales.absolute) return std::nullopt;
  if (n_suffixes > 1 && n_suffixes != scales.numbers.size()) return std::nullopt;
  return scales;
}

std::string OptionText<ScaleChoice>::format(const ScaleChoice& choice) {
  return choice.rule == ScaleRule::fixed ? OptionText<ScaleValues>::format(choice.values)
                                         : OptionText<ScaleRule>::format(choice.rule);
}

std::optional<ScaleChoice> OptionText<ScaleChoice>::parse(std::string_view text) {
  if (const auto rule = OptionText<ScaleRule>::parse(text)) return ScaleChoice{*rule, {}};
  if (auto values = OptionText<ScaleValues>::parse(text)) return ScaleChoice{ScaleRule::fixed, *values};
  return std::nullopt;
}

Vector merge_scales(const Vector& scales, double tolerance) {
  Vector merged = scales;
  if (!(tolerance > 0.0)) return merged;
  Indices order(scales.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, [&](Index k) { return scales(k); });
  for (auto first = order.begin(); first != order.end();) {
    const double lowest = scales(*first);
    const auto last =
        std::find_if(first, order.end(), [&](Index k) { return scales(k) > lowest * (1.0 + tolerance); });
    // Beside the lowest, so that equal scales stay what they are to the bit.
    const double excess = std::transform_reduce(first, last, 0.0, std::plus(),
                                                [&](Index k) { return std::log(scales(k) / lowest); });
    const double mean = lowest * std::exp(excess / static_cast<double>(last - first));
    for (; first != last; ++first) merged(*first) = mean;
  }
  return merged;
}

ScaleValues scale_grid() {
  constexpr double kLowestScale = 0.1;  // of the median distance
  constexpr double kHighestScale = 6.0;
  ScaleValues grid;
  for (int i = 0; i < kScaleGridSize; ++i) {
    const double fraction = static_cast<double>(i) / (kScaleGridSize - 1);
    grid.numbers.push_back(kLowestScale * std::pow(kHighestScale / kLowestScale, fraction));
  }
  return grid;
}

Vector ScaleValues::resolve(double median_distance) const {
  Vector scales = Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size()));
  return absolute ? scales : Vector(scales * median_distance);
}

Vector ScalePoint::regularizer(const Vector& weight) const {
  return (gradient.array() == std::numeric_limits<double>::infinity())
      .select(gradient, gradient - weight.cwiseProduct(separation));
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

}  // namespace sosi
