// SPDX-License-Identifier: BSD-3-Clause
#include <string>

#include "sosi/extend/scales.hpp"

namespace sosi {

template <>
const FieldTable<ScaleOptions>& field_table<ScaleOptions>() {
  static const FieldTable<ScaleOptions> table = {
      field("scale", &ScaleOptions::scale, above(0),
            "width of the radial basis functions: a rule, or numbers relative to the median distance between "
            "labeled samples; auto: decided with rounds = auto, else loo, as far as all systems can be "
            "solved accurately"),
      field("scale_weight", &ScaleOptions::scale_weight, at_least(0),
            "lambda of scale = regularizer; larger favors separation and with it larger scales; auto: both "
            "terms "
            "count alike"),
      field("scale_ratio", &ScaleOptions::scale_ratio, above(0),
            "threshold of scale = ratio; smaller allows larger scales"),
      field("n_neighbors_scale", &ScaleOptions::n_neighbors_scale, at_least(1),
            "nearest samples of every class whose directions enter the scale criteria"),
      field("ridge", &ScaleOptions::ridge, at_least(0),
            "added to the diagonal of the kernel matrix; 0: the map interpolates exactly"),
      field(
          "scale_groups", &ScaleOptions::scale_groups, at_least(0),
          "relative tolerance within which scales are made one, to share a factorization; larger makes a fit "
          "faster and the map less fitted to each dimension; 0: off"),
  };
  return table;
}

std::string OptionText<ScaleValues>::format(const ScaleValues& scales) {
  return OptionText<std::vector<double>>::format(scales.values) + (scales.absolute ? "abs" : "");
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
    scales.values.push_back(*value);
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
  }
  if (n_suffixes > 0 && !scales.absolute) return std::nullopt;
  if (n_suffixes > 1 && n_suffixes != scales.values.size()) return std::nullopt;
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

}  // namespace sosi
