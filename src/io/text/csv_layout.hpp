// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/text/csv_reader.hpp"

namespace sosi::io {

/// How a text file is laid out.
struct CsvLayout {
  std::string path;
  Delimiter delimiter = Delimiter::kNone;
  BlankLines blank_lines = BlankLines::kEndTheTable;
  std::size_t n_columns = 0;        ///< 0: the file is empty
  bool has_header = false;          ///< the first line is no row
  std::vector<std::string> header;  ///< the names in it; empty: columns have none

  /// The column of that name; where there is none, that of the number, from 1. Throws `InvalidInput` naming
  /// the columns there are.
  std::size_t column(const std::string& name) const;
  std::optional<std::size_t> find_column(const std::string& name) const;

  /// What the column is called: by its name, or by its number from 1 where it has none of its own.
  std::string name(std::size_t column) const;

  /// Throws `InvalidInput` about a field.
  [[noreturn]] void refuse(Index line, std::size_t column, const std::string& reason) const;

  /// The lines behind the header.
  CsvReader rows() const;
};

/// Looks at the first two lines. The first is a header when a text stands in it above a number, when it holds
/// one of the names that are `asked` for and are no numbers, or when it numbers the columns from 0 behind an
/// empty field, as pandas does.
CsvLayout find_layout(const std::string& path, BlankLines blank_lines, std::span<const Delimiter> candidates,
                      std::span<const std::string> asked);

}  // namespace sosi::io
