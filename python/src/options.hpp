// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <map>
#include <string>

#include "sosi/core/options.hpp"

namespace sosi::python {

/// Options as Python hands them over: the text of each value by name.
using OptionTexts = std::map<std::string, std::string>;

/// The defaults with these options applied, by the rules and in the words of the field table.
template <class Options>
Options parse_options(const OptionTexts& texts) {
  Options options;
  const FieldTable<Options>& table = field_table<Options>();
  for (const auto& [name, text] : texts) {
    const auto knob = std::ranges::find(table, name, &Field<Options>::name);
    if (knob == table.end()) throw InvalidInput(name + ": there is no such option");
    knob->parse(options, text);
  }
  return options;
}

}  // namespace sosi::python
