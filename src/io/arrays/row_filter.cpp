// SPDX-License-Identifier: BSD-3-Clause
#include "io/arrays/row_filter.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "io/arrays/one_array_file.hpp"
#include "io/bytes/text.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

// `obj=0,3..5`: the array's name, and what its value has to be one of.
struct Condition {
  std::string text;
  std::string name;
  std::vector<std::string> items;
};

struct Interval {
  double low;
  double high;

  bool contains(double value) const { return value >= low && value <= high; }
};

[[noreturn]] void refuse(const NamedArrays& file, const std::string& condition, const std::string& reason) {
  throw InvalidInput(file.path() + ": rows where " + shown(condition) + ": " + reason);
}

Condition parse_condition(const NamedArrays& file, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    refuse(file, text, "a condition is NAME=VALUE[,VALUE…] or NAME=LOW..HIGH");
  }
  Condition condition{text, text.substr(0, equals), {}};
  std::string_view rest = std::string_view(text).substr(equals + 1);
  while (true) {
    const std::size_t comma = rest.find(',');
    condition.items.emplace_back(rest.substr(0, comma));
    if (comma == std::string_view::npos) return condition;
    rest.remove_prefix(comma + 1);
  }
}

double parse_bound(const NamedArrays& file, const Condition& condition, std::string_view text) {
  const std::optional<double> value = parse_number(text);
  if (!value) refuse(file, condition.text, shown(text) + " is not a number, but the array has numbers");
  return *value;
}

// A single value is the interval from itself to itself.
Interval parse_interval(const NamedArrays& file, const Condition& condition, std::string_view item) {
  const std::size_t dots = item.find("..");
  if (dots == std::string_view::npos) {
    const double value = parse_bound(file, condition, item);
    return {value, value};
  }
  const Interval interval{parse_bound(file, condition, item.substr(0, dots)),
                          parse_bound(file, condition, item.substr(dots + 2))};
  if (!(interval.low <= interval.high)) refuse(file, condition.text, "LOW is above HIGH");
  return interval;
}

// The rows that meet the condition, of those that met the ones before.
Indices rows_meeting(const NamedArrays& file, const Condition& condition, const Indices& rows, Index n_rows) {
  const Column column = read_column(file.as_column(file.open(condition.name)));
  const std::size_t n_values = std::visit([](const auto& values) { return values.size(); }, column);
  if (static_cast<Index>(n_values) != n_rows) {
    refuse(
        file, condition.text,
        "the array has " + std::to_string(n_values) + " values for " + std::to_string(n_rows) + " samples");
  }
  Indices kept;
  if (const auto* names = std::get_if<std::vector<std::string>>(&column)) {
    std::ranges::copy_if(rows, std::back_inserter(kept), [&](Index row) {
      return std::ranges::find(condition.items, (*names)[row]) != condition.items.end();
    });
    return kept;
  }
  const auto& numbers = std::get<std::vector<double>>(column);
  std::vector<Interval> intervals;
  for (const std::string& item : condition.items) intervals.push_back(parse_interval(file, condition, item));
  std::ranges::copy_if(rows, std::back_inserter(kept), [&](Index row) {
    return std::ranges::any_of(intervals, [&](const Interval& any) { return any.contains(numbers[row]); });
  });
  return kept;
}

// The rows, of `n_rows`, for which every condition holds.
Indices rows_where(const NamedArrays& file, std::span<const std::string> conditions, Index n_rows) {
  Indices rows = all_rows(n_rows);
  for (const std::string& text : conditions) {
    rows = rows_meeting(file, parse_condition(file, text), rows, n_rows);
    if (rows.empty()) refuse(file, text, "no row is left");
  }
  return rows;
}

}  // namespace

SampleTable read_samples_where(const NamedArrays& file, const SampleSource& source, const ArrayRole& role) {
  StoredArray array = file.open(source.array, role);
  Indices rows = rows_where(file, source.where, n_sample_rows(array));
  return sample_table(std::move(array), std::move(rows));
}

}  // namespace sosi::io
