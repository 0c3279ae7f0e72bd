// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/text/csv_layout.hpp"
#include "sosi/io/samples.hpp"

namespace sosi::io {

/// A column of the file that features are made of.
struct FeatureColumn {
  std::size_t at;  ///< in the file, from 0
  ColumnFormat format;
  bool is_category = false;
  bool is_known = false;  ///< categories and means are those of a model
};

/// What the columns of a file are used for.
struct CsvColumns {
  std::vector<FeatureColumn> features;
  std::optional<std::size_t> id;
  MissingValues missing = MissingValues::refuse;
};

/// Every name that the rules have for a column.
std::vector<std::string> names_in(const TableRules& rules);

/// Applies the rules; throws `InvalidInput` for names that are not there and rules that contradict each
/// other.
CsvColumns choose_columns(const CsvLayout& layout, const TableRules& rules);

}  // namespace sosi::io
