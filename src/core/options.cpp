// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/core/options.hpp"

#include <charconv>
#include <cmath>

#include "sosi/core/suggestion.hpp"

namespace sosi {

namespace {

template <class T>
std::optional<T> parse_whole(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

}  // namespace

bool Rule::accepts(double value) const {
  return std::isfinite(value) && value <= high && (low_is_open ? value > low : value >= low);
}

std::string Rule::words() const {
  std::string text;
  if (std::isfinite(low)) text = (low_is_open ? "above " : "at least ") + OptionText<double>::format(low);
  if (std::isfinite(high)) {
    text += (text.empty() ? "at most " : " and at most ") + OptionText<double>::format(high);
  }
  return text;
}

Rule any_number() {
  return {};
}
Rule at_least(double low) {
  return {.low = low};
}
Rule above(double low) {
  return {.low = low, .low_is_open = true};
}
Rule between(double low, double high) {
  return {.low = low, .high = high};
}

std::string OptionText<int>::format(int value) {
  return std::to_string(value);
}

std::optional<int> OptionText<int>::parse(std::string_view text) {
  return parse_whole<int>(text);
}

std::string OptionText<double>::format(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, end};
}

std::optional<double> OptionText<double>::parse(std::string_view text) {
  return parse_whole<double>(text);
}

std::optional<bool> OptionText<bool>::parse(std::string_view text) {
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  return std::nullopt;
}

std::string OptionText<std::vector<double>>::format(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) {
    if (!text.empty()) text += ',';
    text += OptionText<double>::format(value);
  }
  return text;
}

std::optional<std::vector<double>> OptionText<std::vector<double>>::parse(std::string_view text) {
  std::vector<double> values;
  for (;;) {
    const std::size_t comma = text.find(',');
    const auto value = OptionText<double>::parse(text.substr(0, comma));
    if (!value) return std::nullopt;
    values.push_back(*value);
    if (comma == std::string_view::npos) return values;
    text.remove_prefix(comma + 1);
  }
}

namespace detail {

void reject_option(const std::string& name, std::string_view text, const std::string& accepts) {
  throw InvalidInput(name + " = " + std::string(text) + ": must be " + accepts +
                     did_you_mean(text, listed_words(accepts)));
}

std::string accepted_values(const std::string& words, const Rule& rule) {
  const std::string limits = rule.words();
  return limits.empty() ? words : words + " " + limits;
}

void reject_name(std::string_view name, const std::vector<std::string>& known) {
  throw InvalidInput(std::string(name) + ": unknown option" + did_you_mean(name, known));
}

}  // namespace detail

}  // namespace sosi
