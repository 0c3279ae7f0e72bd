// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sosi/core/errors.hpp"

namespace sosi {

/// The numbers an option accepts, as an interval and in words.
struct Rule {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_is_open = false;

  bool accepts(double value) const;
  /// "at least 1", "above 0", "above 0 and at most 1"; empty when every number will do.
  std::string words() const;
};

Rule any_number();
Rule at_least(double low);
Rule above(double low);
Rule between(double low, double high);

/// How a type of option is written as text: shortest form that reads back to the same value.
///
/// A type takes part by specializing this with `format`, `parse` (nothing when the text is not such a value),
/// `numbers` (what the rule is checked against) and `words` (what may be written).
template <class T>
struct OptionText;

template <>
struct OptionText<int> {
  static std::string format(int value);
  static std::optional<int> parse(std::string_view text);
  static std::vector<double> numbers(int value) { return {static_cast<double>(value)}; }
  static std::string words() { return "a whole number"; }
};

template <>
struct OptionText<double> {
  static std::string format(double value);
  static std::optional<double> parse(std::string_view text);
  static std::vector<double> numbers(double value) { return {value}; }
  static std::string words() { return "a number"; }
};

template <>
struct OptionText<bool> {
  static std::string format(bool value) { return value ? "true" : "false"; }
  static std::optional<bool> parse(std::string_view text);
  static std::vector<double> numbers(bool /*value*/) { return {}; }
  static std::string words() { return "true or false"; }
};

/// Comma-separated numbers, one at least.
template <>
struct OptionText<std::vector<double>> {
  static std::string format(const std::vector<double>& values);
  static std::optional<std::vector<double>> parse(std::string_view text);
  static std::vector<double> numbers(const std::vector<double>& values) { return values; }
  static std::string words() { return "numbers separated by commas"; }
};

/// An empty optional is chosen by the program, and is written `auto`.
template <class T>
struct OptionText<std::optional<T>> {
  static std::string format(const std::optional<T>& value) {
    return value ? OptionText<T>::format(*value) : "auto";
  }
  static std::optional<std::optional<T>> parse(std::string_view text) {
    if (text == "auto") return std::optional<T>();
    if (auto value = OptionText<T>::parse(text)) return std::optional<T>(*value);
    return std::nullopt;
  }
  static std::vector<double> numbers(const std::optional<T>& value) {
    return value ? OptionText<T>::numbers(*value) : std::vector<double>();
  }
  static std::string words() { return "auto or " + OptionText<T>::words(); }
};

/// The names of an enumeration's values; specialize with `static constexpr std::pair<E, std::string_view>
/// names[]`.
template <class E>
struct ChoiceNames;

template <class E>
requires std::is_enum_v<E>
struct OptionText<E> {
  static std::string format(E value) {
    for (const auto& [candidate, name] : ChoiceNames<E>::names) {
      if (candidate == value) return std::string(name);
    }
    return {};
  }
  static std::optional<E> parse(std::string_view text) {
    for (const auto& [candidate, name] : ChoiceNames<E>::names) {
      if (name == text) return candidate;
    }
    return std::nullopt;
  }
  static std::vector<double> numbers(E /*value*/) { return {}; }
  static std::string words() {
    std::string all;
    for (const auto& [candidate, name] : ChoiceNames<E>::names) {
      if (!all.empty()) all += '|';
      all += name;
    }
    return all;
  }
};

/// One knob: its name, what it accepts, one sentence, and how to read and write it in a struct of options.
template <class Options>
struct Field {
  std::string name;
  std::string accepts;
  std::string summary;
  std::function<std::string(const Options&)> format;
  std::function<void(Options&, std::string_view)> parse;
  std::function<void(const Options&)> check;
};

template <class Options>
using FieldTable = std::vector<Field<Options>>;

/// The table of a struct of options: the one place where its knobs are declared.
template <class Options>
const FieldTable<Options>& field_table();

namespace detail {
[[noreturn]] void reject_option(const std::string& name, std::string_view text, const std::string& accepts);
std::string accepted_values(const std::string& words, const Rule& rule);
}  // namespace detail

/// Declares a knob for a table.
template <class Options, class T>
Field<Options> field(const std::string& name, T Options::*member, const Rule& rule,
                     const std::string& summary) {
  Field<Options> made;
  const std::string accepts = detail::accepted_values(OptionText<T>::words(), rule);
  made.name = name;
  made.accepts = accepts;
  made.summary = summary;
  made.format = [member](const Options& options) { return OptionText<T>::format(options.*member); };
  made.check = [=](const Options& options) {
    for (const double number : OptionText<T>::numbers(options.*member)) {
      if (!rule.accepts(number)) detail::reject_option(name, OptionText<T>::format(options.*member), accepts);
    }
  };
  made.parse = [=, check = made.check](Options& options, std::string_view text) {
    const auto value = OptionText<T>::parse(text);
    if (!value) detail::reject_option(name, text, accepts);
    options.*member = *value;
    check(options);
  };
  return made;
}

/// Appends the knobs of a struct inside a struct to the outer table.
template <class Outer, class Inner>
void append_fields(FieldTable<Outer>& table, Inner Outer::*member) {
  for (const Field<Inner>& inner : field_table<Inner>()) {
    table.push_back({inner.name, inner.accepts, inner.summary,
                     [=](const Outer& options) { return inner.format(options.*member); },
                     [=](Outer& options, std::string_view text) { inner.parse(options.*member, text); },
                     [=](const Outer& options) { inner.check(options.*member); }});
  }
}

/// Throws `InvalidInput` naming the first option outside its rule.
template <class Options>
void validate(const Options& options) {
  for (const Field<Options>& knob : field_table<Options>()) knob.check(options);
}

}  // namespace sosi
