// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "io/text/csv_columns.hpp"
#include "io/text/csv_fields.hpp"
#include "io/text/csv_layout.hpp"

namespace sosi::io {

/// What a first reading of a table tells.
struct CsvScan {
  std::vector<bool> is_kept;  ///< of every row: whether it is a sample
  Index n_kept = 0;
  DecimalMark mark = DecimalMark::kPoint;
};

/// Whether a field has no value: missing, or not a number by name.
bool has_no_value(std::string_view field);

/// Counts rows and learns the categories of columns; throws `InvalidInput` for fields that are no numbers,
/// and for missing ones where the rules say so.
CsvScan scan_rows(const CsvLayout& layout, CsvColumns& columns);

}  // namespace sosi::io
