// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sosi/core/registry.hpp"
#include "sosi/fit/fit.hpp"

namespace sosi {

/// Every option of every method.
struct MethodOptions {
  FitOptions fit;
  OptionTexts method_knobs;  ///< of the methods, by name; those not given have their defaults
};

template <>
FieldTable<MethodOptions> field_table<MethodOptions>();

/// A setting that a method worked with, given or chosen by itself.
struct MethodSetting {
  std::string name;
  std::string value;
};

/// What a method says about every row; given labels are kept.
struct Labeling {
  std::vector<int> classes;
  std::vector<MethodSetting> settings;
};

/// A way to label the unlabeled samples: one row of a table.
struct Method {
  std::string name;
  bool uses_embedding;
  std::string summary;
  std::vector<Knob> knobs;
  std::function<Labeling(TrainingSet training, const MethodOptions& options, const Execution& execution)>
      label;
};

/// The table of methods to compare, SOSI first; it has a row for every extension. Programs may add rows.
Registry<Method>& methods();

/// Whether an option can change what a method does.
bool concerns(const Field<MethodOptions>& option, const Method& method);

}  // namespace sosi
