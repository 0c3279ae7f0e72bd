// SPDX-License-Identifier: BSD-3-Clause
#include "io/text/csv_columns.hpp"

#include <algorithm>
#include <set>

#include "io/bytes/text.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

std::set<std::size_t> columns_named(const CsvLayout& layout, const std::vector<std::string>& names) {
  std::set<std::size_t> columns;
  for (const std::string& name : names) columns.insert(layout.column(name));
  return columns;
}

// The columns of a model, by name; in a file without a header that has no other columns, in their order.
std::vector<FeatureColumn> known_features(const CsvLayout& layout, const TableRules& rules) {
  if (!rules.columns.empty() || !rules.ignored.empty() || !rules.categories.empty()) {
    throw InvalidInput(layout.path +
                       ": the model says which columns are features: leave out --columns, "
                       "--ignore and --categories");
  }
  const bool is_in_order = layout.header.empty() && layout.n_columns == rules.formats.size();
  std::vector<FeatureColumn> features;
  std::string absent;
  for (const ColumnFormat& format : rules.formats) {
    const auto found = is_in_order ? std::optional(features.size()) : layout.find_column(format.name);
    if (!found) absent += (absent.empty() ? "" : ", ") + shown(format.name);
    features.push_back({found.value_or(0), format, !format.categories.empty(), true});
  }
  if (!absent.empty()) {
    throw InvalidInput(layout.path + ": has no column " + absent + "; the model needs " +
                       (layout.header.empty()
                            ? "a header with the names of its columns, or these columns alone"
                            : "the columns it was fitted with"));
  }
  return features;
}

std::vector<FeatureColumn> chosen_features(const CsvLayout& layout, const TableRules& rules) {
  const std::set<std::size_t> chosen = columns_named(layout, rules.columns);
  const std::set<std::size_t> categories = columns_named(layout, rules.categories);
  std::set<std::size_t> others = columns_named(layout, rules.ignored);
  others.merge(columns_named(layout, rules.labels));
  if (!rules.id.empty()) others.insert(layout.column(rules.id));
  std::vector<FeatureColumn> features;
  for (std::size_t at = 0; at < layout.n_columns; ++at) {
    const bool is_asked_for = chosen.contains(at) || categories.contains(at);
    if (others.contains(at) && is_asked_for) {
      throw InvalidInput(layout.path + ": column " + shown(layout.name(at)) +
                         " cannot be a feature and be left out, an id or a label");
    }
    if (others.contains(at) || (!chosen.empty() && !is_asked_for)) continue;
    features.push_back({at, {layout.name(at), {}, {}}, categories.contains(at), false});
  }
  if (features.empty()) throw InvalidInput(layout.path + ": has no column that is a feature");
  return features;
}

// What a model's own columns say where nothing else is asked for.
MissingValues missing_of(const CsvLayout& layout, const TableRules& rules) {
  const bool has_means =
      std::ranges::any_of(rules.formats, [](const ColumnFormat& format) { return !format.means.empty(); });
  const MissingValues usual = has_means ? MissingValues::mean : MissingValues::refuse;
  const MissingValues missing = rules.missing.value_or(usual);
  if (missing == MissingValues::mean && !rules.formats.empty() && !has_means) {
    throw InvalidInput(layout.path + ": missing = mean: the model has no means; fit it with --missing mean");
  }
  return missing;
}

}  // namespace

std::vector<std::string> names_in(const TableRules& rules) {
  std::vector<std::string> names;
  for (const auto* list : {&rules.columns, &rules.ignored, &rules.labels, &rules.categories}) {
    names.insert(names.end(), list->begin(), list->end());
  }
  if (!rules.id.empty()) names.push_back(rules.id);
  for (const ColumnFormat& format : rules.formats) names.push_back(format.name);
  return names;
}

CsvColumns choose_columns(const CsvLayout& layout, const TableRules& rules) {
  CsvColumns columns;
  columns.features = rules.formats.empty() ? chosen_features(layout, rules) : known_features(layout, rules);
  if (!rules.id.empty()) columns.id = layout.column(rules.id);
  columns.missing = missing_of(layout, rules);
  return columns;
}

}  // namespace sosi::io
