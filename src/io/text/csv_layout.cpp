// SPDX-License-Identifier: BSD-3-Clause
#include "io/text/csv_layout.hpp"

#include <algorithm>
#include <charconv>

#include "io/bytes/text.hpp"
#include "io/text/csv_fields.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/data/columns.hpp"

namespace sosi::io {

namespace {

std::vector<std::string> next_line(CsvReader& lines) {
  const auto fields = lines.next();
  return fields ? std::vector<std::string>(fields->begin(), fields->end()) : std::vector<std::string>();
}

bool is_number(const std::string& field) {
  return !is_missing(field) &&
         (parse_field(field, DecimalMark::kPoint) || parse_field(field, DecimalMark::kComma));
}

bool is_text(const std::string& field) {
  return !is_missing(field) && !is_number(field);
}

// `,0,1,2`: what pandas writes above columns without names.
bool numbers_columns(const std::vector<std::string>& fields) {
  if (fields.size() < 2 || !fields[0].empty()) return false;
  for (std::size_t i = 1; i < fields.size(); ++i) {
    if (fields[i] != std::to_string(i - 1)) return false;
  }
  return true;
}

bool is_header(const std::vector<std::string>& first, const std::vector<std::string>& second,
               std::span<const std::string> asked) {
  const auto is_asked_for = [&](const std::string& field) {
    return !field.empty() && !parse_number(field) && std::ranges::find(asked, field) != asked.end();
  };
  if (std::ranges::any_of(first, is_asked_for)) return true;
  if (second.empty()) return !first.empty() && std::ranges::all_of(first, is_text);
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (is_text(first[i]) && is_number(second[i])) return true;
  }
  return false;
}

}  // namespace

CsvLayout find_layout(const std::string& path, BlankLines blank_lines, std::span<const Delimiter> candidates,
                      std::span<const std::string> asked) {
  const std::string suffix = lower_case(path);
  const bool has_tabs = suffix.ends_with(".tsv") || suffix.ends_with(".tsv.gz");
  CsvLayout layout;
  layout.path = path;
  layout.delimiter = has_tabs ? Delimiter::kTab : find_delimiter(path, candidates);
  layout.blank_lines = blank_lines;
  CsvReader lines(path, layout.delimiter, blank_lines);
  std::vector<std::string> first = next_line(lines);
  layout.n_columns = first.size();
  layout.has_header = numbers_columns(first) || is_header(first, next_line(lines), asked);
  if (layout.has_header && !numbers_columns(first)) layout.header = std::move(first);
  return layout;
}

std::optional<std::size_t> CsvLayout::find_column(const std::string& name) const {
  const auto found = std::ranges::find(header, name);
  if (found != header.end()) return static_cast<std::size_t>(found - header.begin());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool is_number = error == std::errc() && end == name.data() + name.size();
  if (!is_number || number < 1 || number > n_columns) return std::nullopt;
  return number - 1;
}

std::size_t CsvLayout::column(const std::string& name) const {
  if (std::ranges::count(header, name) > 1) {
    throw InvalidInput(path + ": line 1: there are several columns " + shown(name) +
                       ": name one by its number");
  }
  if (const auto found = find_column(name)) return *found;
  if (header.empty()) {
    throw InvalidInput(path + ": there is no column " + shown(name) + ": without names, columns are 1 to " +
                       std::to_string(n_columns));
  }
  std::string columns;
  for (const std::string& other : header) columns += (columns.empty() ? "" : ", ") + shown(other);
  throw InvalidInput(path + ": line 1: there is no column " + shown(name) + " among " + columns);
}

std::string CsvLayout::name(std::size_t column) const {
  const bool has_own = !header.empty() && !header[column].empty() && is_utf8(header[column]) &&
                       std::ranges::count(header, header[column]) == 1;
  return has_own ? header[column] : std::to_string(column + 1);
}

void CsvLayout::refuse(Index line, std::size_t column, const std::string& reason) const {
  const std::string where = header.empty() ? std::to_string(column + 1) : shown(header[column]);
  throw InvalidInput(path + ": line " + std::to_string(line) + ", column " + where + ": " + reason);
}

CsvReader CsvLayout::rows() const {
  CsvReader lines(path, delimiter, blank_lines);
  lines.name_columns(header);
  if (has_header) lines.next();
  return lines;
}

}  // namespace sosi::io
