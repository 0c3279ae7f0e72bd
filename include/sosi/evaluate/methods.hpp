// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sosi/evaluate/svm.hpp"
#include "sosi/extend/lle.hpp"
#include "sosi/extend/nystrom.hpp"
#include "sosi/fit/fit.hpp"
#include "sosi/graph/harmonic.hpp"

namespace sosi {

/// Every knob of every method.
struct MethodOptions {
  FitOptions fit;
  LleOptions lle;
  NystromOptions nystrom;
  SvmOptions svm;
  HarmonicOptions harmonic;
};

template <>
const FieldTable<MethodOptions>& field_table<MethodOptions>();

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

/// A way to label the unlabeled samples: one line of a table.
struct Method {
  std::string_view name;
  bool uses_embedding;
  std::string_view summary;
  Labeling (*label)(TrainingSet training, const MethodOptions& options, const Execution& execution);
  std::vector<std::string> (*knobs)();  ///< the names of those that its labels may depend on
};

/// All methods, SOSI first.
std::span<const Method> methods();

/// The method of that name; throws `InvalidInput`, listing all, when there is none.
const Method& method_named(std::string_view name);

}  // namespace sosi
