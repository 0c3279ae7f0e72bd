// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/fit/effects.hpp"

#include <algorithm>

#include "fit/decide.hpp"
#include "tune/search_space.hpp"

namespace sosi {

namespace {

bool may_search(const FitOptions& options) {
  return leaves_search_open(options) && !options.refit_scale;
}

std::string given(const char* name, const std::string& text) {
  return std::string(name) + " = " + text;
}

std::string scale_given(const FitOptions& options) {
  return given("scale", OptionText<ScaleChoice>::format(options.scale));
}

// An option of some methods, which must be among those that may be used.
std::string without_owner(const std::vector<std::string>& owners, const std::vector<std::string>& used,
                          const std::string& obstacle) {
  const bool is_used = std::ranges::any_of(
      owners, [&](const std::string& name) { return std::ranges::find(used, name) != used.end(); });
  return owners.empty() || is_used ? "" : obstacle;
}

std::string without_embedding(const std::vector<std::string>& owners, const FitOptions& options) {
  if (options.embedding)
    return without_owner(owners, {*options.embedding}, given("embedding", *options.embedding));
  if (!may_search(options)) {
    const std::string& standard = default_embedding();
    return without_owner(owners, {standard}, given("embedding", standard + ", which auto stands for here"));
  }
  return without_owner(owners, search_space(options, options, true).embeddings,
                       given("effort", OptionText<Effort>::format(options.effort)));
}

// What the option of a fit by rounds needs.
struct Need {
  const char* option;
  std::string (*obstacle)(const FitOptions& options);
};

std::string no_search(const FitOptions& options) {
  if (options.rounds) return given("rounds", std::to_string(*options.rounds));
  if (options.refit_scale) return given("refit_scale", "true");
  return may_search(options) ? "" : "embedding, scale, selection and labeler given";
}

std::string no_later_round(const FitOptions& options) {
  return options.rounds == 1 ? given("rounds", "1") : "";
}

std::string no_choice_of_scale(const FitOptions& options) {
  return options.scale.rule == ScaleRule::fixed ? scale_given(options) : no_later_round(options);
}

std::string no_mixture(const FitOptions& options) {
  const bool says_the_same = (options.selection == Selection::confidence && options.quota_weight == 0.0) ||
                             (options.selection == Selection::quota && options.quota_weight == 1.0);
  if (options.selection == Selection::mixed || says_the_same) return {};
  return given("selection", OptionText<std::optional<Selection>>::format(options.selection));
}

// A fit by confidence reports the words for class proportions that it did not need; numbers are meant.
std::string no_quotas(const FitOptions& options) {
  const bool has_numbers = options.class_proportions.source == ClassProportions::Source::given;
  if (options.selection == Selection::confidence && has_numbers) return given("selection", "confidence");
  if (options.selection || may_search(options)) return {};
  return given("selection", "confidence, which auto stands for here");
}

std::string no_regularizer(const FitOptions& options) {
  return options.scale.rule == ScaleRule::regularizer ? "" : scale_given(options);
}

std::string no_ratio(const FitOptions& options) {
  return options.scale.rule == ScaleRule::ratio ? "" : scale_given(options);
}

std::string no_gradients(const FitOptions& options) {
  return no_ratio(options).empty() ? "" : no_regularizer(options);
}

std::string no_metric(const FitOptions& options) {
  return options.metric == MetricKind::within
             ? ""
             : given("metric", OptionText<MetricKind>::format(options.metric));
}

constexpr Need kNeeds[] = {
    {"metric_power", no_metric},         {"effort", no_search},
    {"quota_weight", no_mixture},        {"class_proportions", no_quotas},
    {"stop_fraction", no_later_round},   {"n_neighbors_projection", no_later_round},
    {"refit_scale", no_choice_of_scale}, {"scale_weight", no_regularizer},
    {"scale_ratio", no_ratio},           {"n_neighbors_scale", no_gradients},
};

// Whether an option that has no effect asks for what another one excludes, and not only for what is not used.
bool is_contradicted(const std::string& option, const FitOptions& options) {
  if (option == "effort") return options.rounds.has_value();
  const bool has_numbers = options.class_proportions.source == ClassProportions::Source::given;
  return options.selection && (option == "quota_weight" || (option == "class_proportions" && has_numbers));
}

}  // namespace

std::string obstacle_to(const Field<FitOptions>& option, const FitOptions& options) {
  const std::string extension = given("extension", options.extension);
  if (option.group == "Extension") return without_owner(option.owners, {options.extension}, extension);
  if (option.group == "Embedding") return without_embedding(option.owners, options);
  const bool is_of_rounds = option.group == "Scale" || option.group == "Rounds";
  if (is_of_rounds && options.extension != kRbfExtension) return extension;
  const auto* const need = std::ranges::find(kNeeds, option.name, &Need::option);
  return need == std::end(kNeeds) ? "" : need->obstacle(options);
}

std::vector<std::string> check_effects(const FitOptions& options) {
  const FitOptions standard;
  std::vector<std::string> notes;
  std::optional<FitOptions> decided;
  for (const Field<FitOptions>& option : field_table<FitOptions>()) {
    const std::string text = option.format(options);
    if (text == option.format(standard)) continue;
    const std::string obstacle = obstacle_to(option, options);
    if (obstacle.empty()) continue;
    if (!decided) decided = decide(with_effects_only(options), 1, 1).options;
    if (text == option.format(*decided)) continue;
    notes.push_back(option.name + " = " + text + ": has no effect with " + obstacle);
    if (is_contradicted(option.name, options)) throw InvalidInput(notes.back());
  }
  return notes;
}

FitOptions with_effects_only(const FitOptions& options) {
  const FitOptions standard;
  FitOptions kept = options;
  for (const Field<FitOptions>& option : field_table<FitOptions>()) {
    if (!obstacle_to(option, options).empty()) option.parse(kept, option.format(standard));
  }
  return kept;
}

}  // namespace sosi
