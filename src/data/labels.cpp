// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/data/labels.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace sosi {

namespace {

std::optional<long long> whole_number(const std::string& text) {
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_unlabeled(const std::string& name) {
  return name.empty() || name == "?" || name == "-1";
}

}  // namespace

Labels encode_labels(std::span<const std::string> names) {
  std::map<std::string, int> position;
  for (const std::string& name : names) {
    if (!is_unlabeled(name)) position.emplace(name, 0);
  }
  Labels labels;
  for (const auto& [name, unused] : position) labels.classes.push_back(name);
  if (std::ranges::all_of(labels.classes, [](const auto& name) { return whole_number(name).has_value(); })) {
    std::ranges::sort(labels.classes, {}, [](const auto& name) { return *whole_number(name); });
  }
  for (std::size_t i = 0; i < labels.classes.size(); ++i) position[labels.classes[i]] = static_cast<int>(i);
  labels.values.reserve(names.size());
  for (const std::string& name : names) {
    labels.values.push_back(is_unlabeled(name) ? kUnlabeled : position.at(name));
  }
  return labels;
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
