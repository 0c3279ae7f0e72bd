// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sosi/core/matrix.hpp"

namespace sosi {

/// A column of a table that features were made of.
struct ColumnFormat {
  std::string name;                          ///< in the header; without one, its number from 1
  std::vector<std::string> categories = {};  ///< one feature each, 1 where the field is it; none: numbers
  std::vector<double> means = {};  ///< of its features, where a field has no value; empty: all must have one

  Index n_features() const { return categories.empty() ? 1 : static_cast<Index>(categories.size()); }
  bool operator==(const ColumnFormat&) const = default;
};

/// The number of features that columns give.
Index count_features(std::span<const ColumnFormat> columns);

/// What every feature is called: `color=red` where a category is one.
std::vector<std::string> feature_names(std::span<const ColumnFormat> columns);

/// The columns as a model keeps them: none where they have no names and stand for all features as they are.
std::vector<ColumnFormat> named_columns(std::vector<ColumnFormat> columns);

/// Throws `InvalidInput` unless columns make so many features, under distinct names, and have finite means.
void check_columns(std::span<const ColumnFormat> columns, Index n_features);

/// Whether a field of a table says that there is no value: nothing, `?`, NA, N/A, #N/A, <NA>, NaN, null.
bool is_missing(std::string_view text);

}  // namespace sosi
