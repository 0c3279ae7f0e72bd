// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/data/columns.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "sosi/core/errors.hpp"

namespace sosi {

Index count_features(std::span<const ColumnFormat> columns) {
  Index n = 0;
  for (const ColumnFormat& column : columns) n += column.n_features();
  return n;
}

std::vector<std::string> feature_names(std::span<const ColumnFormat> columns) {
  std::vector<std::string> names;
  for (const ColumnFormat& column : columns) {
    if (column.categories.empty()) names.push_back(column.name);
    for (const std::string& category : column.categories) names.push_back(column.name + "=" + category);
  }
  return names;
}

std::vector<ColumnFormat> named_columns(std::vector<ColumnFormat> columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i] != ColumnFormat{std::to_string(i + 1)}) return columns;
  }
  return {};
}

void check_columns(std::span<const ColumnFormat> columns, Index n_features) {
  std::set<std::string_view> names;
  for (const ColumnFormat& column : columns) {
    const std::string who = "column '" + column.name + "'";
    if (column.name.empty()) throw InvalidInput("a column has no name");
    if (!names.insert(column.name).second) throw InvalidInput(who + " is there twice");
    const std::set<std::string_view> categories(column.categories.begin(), column.categories.end());
    if (categories.size() != column.categories.size()) throw InvalidInput(who + " has a category twice");
    if (!column.means.empty() && std::ssize(column.means) != column.n_features()) {
      throw InvalidInput(who + " has " + std::to_string(column.means.size()) + " means for " +
                         std::to_string(column.n_features()) + " features");
    }
    if (!std::ranges::all_of(column.means, [](double mean) { return std::isfinite(mean); })) {
      throw InvalidInput(who + " has a mean that is not finite");
    }
  }
  if (!columns.empty() && count_features(columns) != n_features) {
    throw InvalidInput("the columns make " + std::to_string(count_features(columns)) +
                       " features: must be the " + std::to_string(n_features) + " of the samples");
  }
}

bool is_missing(std::string_view text) {
  static constexpr std::string_view kWords[] = {"",     "?",   "NA",  "N/A", "n/a",  "#N/A",
                                                "<NA>", "NaN", "nan", "NAN", "null", "NULL"};
  return std::ranges::find(kWords, text) != std::end(kWords);
}

}  // namespace sosi
