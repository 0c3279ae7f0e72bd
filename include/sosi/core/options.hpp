// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>
#include <functional>
#include <limits>
#include <map>
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
  static std::string words() { return "an integer"; }
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

/// One option of a struct: its name, what it accepts, one sentence, and how to read and write it.
template <class Options>
struct Field {
  std::string name;
  std::string accepts;
  std::string summary;
  std::function<std::string(const Options&)> format;
  std::function<void(Options&, std::string_view)> parse;
  std::function<void(const Options&)> check;
  std::string group = {};                ///< the heading that help and documents list it under
  std::vector<std::string> owners = {};  ///< the registered methods that it concerns; none: all
};

template <class Options>
using FieldTable = std::vector<Field<Options>>;

/// The table of a struct of options: the one place where they are declared. Tables that list the options of
/// registered methods grow with the registry.
template <class Options>
FieldTable<Options> field_table();

namespace detail {
[[noreturn]] void reject_option(const std::string& name, std::string_view text, const std::string& accepts);
std::string accepted_values(const std::string& words, const Rule& rule);
[[noreturn]] void reject_name(std::string_view name, const std::vector<std::string>& known);
}  // namespace detail

/// Declares an option for a table.
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

/// Appends the fields of a struct inside a struct to the outer table.
template <class Outer, class Inner>
void append_fields(FieldTable<Outer>& table, Inner Outer::*member) {
  for (Field<Inner>& inner : field_table<Inner>()) {
    table.push_back(
        {inner.name, inner.accepts, inner.summary,
         [member, format = inner.format](const Outer& options) { return format(options.*member); },
         [member, parse = inner.parse](Outer& options, std::string_view text) {
           parse(options.*member, text);
         },
         [member, check = inner.check](const Outer& options) { check(options.*member); }, inner.group,
         inner.owners});
  }
}

/// Throws `InvalidInput` naming the first option outside its rule.
template <class Options>
void validate(const Options& options) {
  for (const Field<Options>& field : field_table<Options>()) field.check(options);
}

/// The field of that name in a table; nothing when there is none.
template <class Options>
const Field<Options>* find_field(const FieldTable<Options>& table, std::string_view name) {
  for (const Field<Options>& field : table) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

/// The names of all options of a table.
template <class Options>
std::vector<std::string> field_names(const FieldTable<Options>& table) {
  std::vector<std::string> names;
  for (const Field<Options>& field : table) names.push_back(field.name);
  return names;
}

/// Options as text by name: how they travel to files, to Python and to methods known by name only.
using OptionTexts = std::map<std::string, std::string, std::less<>>;

/// Every option of a struct as text.
template <class Options>
OptionTexts format_options(const Options& options) {
  OptionTexts texts;
  for (const Field<Options>& field : field_table<Options>()) texts[field.name] = field.format(options);
  return texts;
}

/// The defaults with those of the texts applied that the table has; others are left to other tables.
template <class Options>
Options read_options(const OptionTexts& texts) {
  Options options;
  for (const Field<Options>& field : field_table<Options>()) {
    const auto found = texts.find(field.name);
    if (found != texts.end()) field.parse(options, found->second);
  }
  return options;
}

/// The same where every text must be an option of the table.
template <class Options>
Options parse_options(const OptionTexts& texts) {
  const FieldTable<Options> table = field_table<Options>();
  for (const auto& [name, text] : texts) {
    if (find_field(table, name) == nullptr) detail::reject_name(name, field_names(table));
  }
  return read_options<Options>(texts);
}

/// An option of a method that is registered by name: a field without its struct.
struct Knob {
  std::string name;
  std::string accepts;
  std::string summary;
  std::string standard;                                     ///< the default
  std::function<std::string(std::string_view)> normalized;  ///< the text as it is stored; refuses bad values
};

/// The options of a struct as knobs.
template <class Options>
std::vector<Knob> knobs_of() {
  std::vector<Knob> knobs;
  for (Field<Options>& field : field_table<Options>()) {
    knobs.push_back({field.name, field.accepts, field.summary, field.format(Options{}),
                     [parse = field.parse, format = field.format](std::string_view text) {
                       Options options;
                       parse(options, text);
                       return format(options);
                     }});
  }
  return knobs;
}

/// A field that keeps a knob as text; one that was never set has the default.
template <class Options>
Field<Options> field_of(const Knob& knob, OptionTexts Options::*member, const std::string& group,
                        std::vector<std::string> owners) {
  const auto text_in = [knob, member](const Options& options) {
    const auto found = (options.*member).find(knob.name);
    return found == (options.*member).end() ? knob.standard : found->second;
  };
  return {knob.name,
          knob.accepts,
          knob.summary,
          text_in,
          [knob, member](Options& options, std::string_view text) {
            (options.*member)[knob.name] = knob.normalized(text);
          },
          [knob, text_in](const Options& options) { knob.normalized(text_in(options)); },
          group,
          std::move(owners)};
}

}  // namespace sosi
