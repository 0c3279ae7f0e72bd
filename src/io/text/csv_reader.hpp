// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/bytes/text_lines.hpp"
#include "sosi/core/matrix.hpp"

namespace sosi::io {

enum class Delimiter : char { kNone = '\0', kTab = '\t', kSemicolon = ';', kComma = ',', kSpaces = ' ' };

/// The first of `candidates` that stands outside of quotes in the first line of a file that is not blank.
Delimiter find_delimiter(const std::string& path, std::span<const Delimiter> candidates);

/// What a blank line of a table with one column is: a row with nothing in it, or nothing.
enum class BlankLines { kAreRows, kEndTheTable };

/// The fields of a text file, a line at a time: quotes and blanks around a field are taken off.
class CsvReader {
 public:
  CsvReader(const std::string& path, Delimiter delimiter, BlankLines blank_lines);

  /// The fields of the next line, valid until the next call; nothing at the end of the file. Throws
  /// `InvalidInput` for a line that has not as many fields as the first, or that stands behind a blank one
  /// that is no row.
  std::optional<std::span<const std::string_view>> next();

  /// The number of the line last given, counted from 1.
  Index line_number() const { return lines_.number(); }

  /// What columns are called in messages; by their numbers from 1 unless this is said.
  void name_columns(std::vector<std::string> names) { names_ = std::move(names); }

  /// Throws `InvalidInput` about the line last read, or about one of its fields, counted from 0.
  [[noreturn]] void refuse_line(const std::string& reason) const;
  [[noreturn]] void refuse_field(std::size_t column, const std::string& reason) const;

 private:
  void split();
  std::optional<std::string_view> take_field(std::string_view text);
  std::string_view take_quoted(std::string_view text);

  TextLines lines_;
  Delimiter delimiter_;
  BlankLines blank_lines_;
  Index n_given_ = 0;
  std::size_t n_columns_ = 0;
  std::vector<std::string> names_;
  std::vector<std::string_view> fields_;
  std::deque<std::string> unquoted_;  // what fields with doubled quotes point at
};

}  // namespace sosi::io
