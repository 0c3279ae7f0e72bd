// SPDX-License-Identifier: BSD-3-Clause
#include "io/text/csv.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>

#include "io/arrays/one_array_file.hpp"
#include "io/bytes/text.hpp"
#include "io/text/csv_reader.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

using Fields = std::span<const std::string_view>;

// In the order of how little else the character is used for.
constexpr Delimiter kDelimiters[] = {Delimiter::kTab, Delimiter::kSemicolon, Delimiter::kComma,
                                     Delimiter::kSpaces};

Delimiter delimiter_of(const std::string& path, std::span<const Delimiter> candidates) {
  return lower_case(path).ends_with(".tsv") ? Delimiter::kTab : find_delimiter(path, candidates);
}

bool is_sample_header(Fields fields) {
  return std::ranges::any_of(fields, [](std::string_view field) { return !parse_number(field); });
}

struct CsvShape {
  Index n_rows = 0;
  Index n_columns = 0;
};

CsvShape measure(CsvReader lines) {
  CsvShape shape;
  while (const std::optional<Fields> fields = lines.next()) {
    shape.n_columns = static_cast<Index>(fields->size());
    if (lines.is_at_first() && is_sample_header(*fields)) continue;
    ++shape.n_rows;
  }
  return shape;
}

Matrix read_values(CsvReader lines, const CsvShape& shape, const std::string& path) {
  Matrix values(shape.n_rows, shape.n_columns);
  Index row = 0;
  while (const std::optional<Fields> fields = lines.next()) {
    if (lines.is_at_first() && is_sample_header(*fields)) continue;
    if (row == shape.n_rows || static_cast<Index>(fields->size()) != shape.n_columns) break;
    for (Index column = 0; column < shape.n_columns; ++column) {
      const std::string_view field = (*fields)[column];
      const std::optional<double> value = parse_number(field);
      if (!value) lines.refuse_field(static_cast<std::size_t>(column), shown(field) + " is not a number");
      values(row, column) = *value;
    }
    ++row;
  }
  if (row != shape.n_rows || lines.next()) throw IoError(path + ": was changed while it was read");
  return values;
}

bool is_label_header(std::string_view field) {
  static constexpr std::string_view kWords[] = {"label", "labels", "class", "y", "target"};
  return std::ranges::find(kWords, lower_case(field)) != std::end(kWords);
}

// The column whose name stands in the header.
std::size_t named_column(const CsvReader& lines, Fields header, const std::string& name) {
  const auto found = std::ranges::find(header, name);
  if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
  std::string columns;
  for (const std::string_view column : header) columns += (columns.empty() ? "" : ", ") + shown(column);
  lines.refuse_line("there is no column " + shown(name) + " among " + columns);
}

// Numbers may have been written as floating point, by numpy.savetxt for one: then 1.0 is class 1, -1.0 and
// nan are unlabeled. A column with any other text in it is left as it is.
std::vector<std::string> with_whole_numbers(std::vector<std::string> names) {
  std::vector<std::string> digits;
  for (const std::string& name : names) {
    if (name.empty() || name == "?") {
      digits.emplace_back();
      continue;
    }
    const std::optional<double> value = parse_number(name);
    if (!value) return names;
    const std::optional<std::string> text = std::isnan(*value) ? std::string() : whole_number_text(*value);
    if (!text) return names;
    // Digits alone keep their leading zeros.
    digits.push_back(name.find_first_not_of("0123456789") == std::string::npos ? name : *text);
  }
  return digits;
}

}  // namespace

SampleTable read_csv_samples(const SampleSource& source) {
  check_is_one_array(source);
  const Delimiter delimiter = delimiter_of(source.path, kDelimiters);
  const CsvShape shape = measure(CsvReader(source.path, delimiter, BlankLines::kEndTheTable));
  if (shape.n_rows == 0) throw InvalidInput(source.path + ": has no samples; must have one per line");
  SampleTable table;
  table.values = read_values(CsvReader(source.path, delimiter, BlankLines::kEndTheTable), shape, source.path);
  table.rows = all_rows(shape.n_rows);
  table.n_file_rows = shape.n_rows;
  return table;
}

std::vector<std::string> read_csv_labels(const LabelSource& source) {
  // A lone column may hold names of several words.
  const std::span<const Delimiter> candidates(kDelimiters);
  const Delimiter delimiter =
      delimiter_of(source.path, source.array.empty() ? candidates.first(3) : candidates);
  CsvReader lines(source.path, delimiter, BlankLines::kAreRows);
  std::vector<std::string> names;
  std::size_t column = 0;
  while (const std::optional<Fields> fields = lines.next()) {
    if (lines.is_at_first() && !source.array.empty()) {
      column = named_column(lines, *fields, source.array);
      continue;
    }
    if (lines.is_at_first() && fields->size() > 1) {
      lines.refuse_line("has " + std::to_string(fields->size()) + " columns; name the one with the labels");
    }
    if (lines.is_at_first() && is_label_header(fields->front())) continue;
    names.emplace_back((*fields)[column]);
  }
  if (names.empty()) throw InvalidInput(source.path + ": has no labels; must have one per line");
  return with_whole_numbers(std::move(names));
}

}  // namespace sosi::io
