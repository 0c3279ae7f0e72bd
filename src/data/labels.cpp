// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/data/labels.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "sosi/data/columns.hpp"

namespace sosi {

namespace {

std::optional<long long> whole_number(const std::string& text) {
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& letter : lower) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return lower;
}

}  // namespace

bool is_unlabeled(std::string_view name) {
  if (is_missing(name) || name == "-1" || name == "None") return true;
  const std::string word = lower_case(name);
  return word == "unlabeled" || word == "unlabelled" || word == "unknown";
}

bool minus_one_is_class(std::span<const std::string> names) {
  const auto is_one = [](const std::string& name) { return name == "1" || is_unlabeled(name); };
  return std::ranges::find(names, "1") != names.end() && std::ranges::find(names, "-1") != names.end() &&
         std::ranges::all_of(names, is_one);
}

std::vector<std::string> order_classes(std::span<const std::string> names) {
  const std::set<std::string> distinct(names.begin(), names.end());
  std::vector<std::string> classes(distinct.begin(), distinct.end());
  if (std::ranges::all_of(classes, [](const auto& name) { return whole_number(name).has_value(); })) {
    std::ranges::sort(classes, {}, [](const auto& name) { return *whole_number(name); });
  }
  return classes;
}

Labels encode_labels(std::span<const std::string> names) {
  const bool has_minus_one = minus_one_is_class(names);
  const auto is_none = [&](const std::string& name) {
    return is_unlabeled(name) && !(has_minus_one && name == "-1");
  };
  std::vector<std::string> given;
  std::ranges::remove_copy_if(names, std::back_inserter(given), is_none);
  Labels labels{{}, order_classes(given)};
  std::map<std::string, int> position;
  for (std::size_t i = 0; i < labels.classes.size(); ++i) position[labels.classes[i]] = static_cast<int>(i);
  labels.values.reserve(names.size());
  for (const std::string& name : names) {
    labels.values.push_back(is_none(name) ? kUnlabeled : position.at(name));
  }
  return labels;
}

Labels encode_labels(std::span<const int> numbers) {
  std::vector<std::string> names;
  names.reserve(numbers.size());
  for (const int number : numbers) names.push_back(std::to_string(number));
  return encode_labels(names);
}

Indices labeled_rows(std::span<const int> labels) {
  Indices rows;
  for (std::size_t row = 0; row < labels.size(); ++row) {
    if (labels[row] != kUnlabeled) rows.push_back(static_cast<Index>(row));
  }
  return rows;
}

std::optional<double> error_rate(std::span<const int> predicted, std::span<const int> truth,
                                 std::span<const int> labels) {
  std::size_t n = 0;
  std::size_t n_wrong = 0;
  for (std::size_t row = 0; row < truth.size(); ++row) {
    if (labels[row] != kUnlabeled || truth[row] == kUnlabeled) continue;
    ++n;
    if (predicted[row] != truth[row]) ++n_wrong;
  }
  if (n == 0) return std::nullopt;
  return static_cast<double>(n_wrong) / static_cast<double>(n);
}

}  // namespace sosi
