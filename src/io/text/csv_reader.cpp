// SPDX-License-Identifier: BSD-3-Clause
#include "io/text/csv_reader.hpp"

#include <algorithm>

#include "io/bytes/text.hpp"

namespace sosi::io {

namespace {

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

bool stands_outside_quotes(std::string_view line, char wanted) {
  bool is_quoted = false;
  for (const char letter : line) {
    if (letter == '"') is_quoted = !is_quoted;
    if (letter == wanted && !is_quoted) return true;
  }
  return false;
}

std::string first_line(const std::string& path) {
  TextLines lines(path);
  while (lines.next()) {
    if (!is_blank(lines.line())) return lines.line();
  }
  return {};
}

std::string_view without_leading_spaces(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text;
}

// Where the text that starts with a quote has its closing one, npos when nowhere; within, a quote is written
// twice.
std::size_t closing_quote(std::string_view text) {
  std::size_t at = text.find('"', 1);
  while (at != std::string_view::npos && text.substr(at + 1).starts_with('"')) at = text.find('"', at + 2);
  return at;
}

}  // namespace

Delimiter find_delimiter(const std::string& path, std::span<const Delimiter> candidates) {
  const std::string line = first_line(path);
  for (const Delimiter candidate : candidates) {
    if (stands_outside_quotes(trimmed(line), static_cast<char>(candidate))) return candidate;
  }
  return Delimiter::kNone;
}

CsvReader::CsvReader(const std::string& path, Delimiter delimiter, BlankLines blank_lines)
    : lines_(path), delimiter_(delimiter), blank_lines_(blank_lines) {}

std::optional<std::span<const std::string_view>> CsvReader::next() {
  bool follows_blank = false;
  while (lines_.next()) {
    const bool blank_is_row = blank_lines_ == BlankLines::kAreRows && n_columns_ <= 1;
    if (is_blank(lines_.line()) && !blank_is_row) {
      follows_blank = true;
      continue;
    }
    if (follows_blank) refuse_line("follows a blank line");
    split();
    if (n_given_ == 0) n_columns_ = fields_.size();
    if (fields_.size() != n_columns_) {
      refuse_line("has " + std::to_string(fields_.size()) + " fields; the first line has " +
                  std::to_string(n_columns_));
    }
    ++n_given_;
    return fields_;
  }
  return std::nullopt;
}

void CsvReader::refuse_line(const std::string& reason) const {
  lines_.refuse(reason);
}

void CsvReader::refuse_field(std::size_t column, const std::string& reason) const {
  lines_.refuse(reason,
                ", column " + (column < names_.size() ? shown(names_[column]) : std::to_string(column + 1)));
}

void CsvReader::split() {
  fields_.clear();
  unquoted_.clear();
  const std::string_view text = lines_.line();
  std::optional<std::string_view> rest = delimiter_ == Delimiter::kSpaces ? trimmed(text) : text;
  while (rest) rest = take_field(*rest);
}

// Adds the field that the text starts with; gives what follows its delimiter, nothing where the line ends.
std::optional<std::string_view> CsvReader::take_field(std::string_view text) {
  const std::string_view start = without_leading_spaces(text);
  const bool is_quoted = start.starts_with('"');
  if (is_quoted) text = take_quoted(start);
  const std::size_t end =
      delimiter_ == Delimiter::kNone ? std::string_view::npos : text.find(static_cast<char>(delimiter_));
  const std::string_view field = trimmed(text.substr(0, end));
  if (!is_quoted) {
    fields_.push_back(field);
  } else if (!field.empty()) {
    refuse_field(fields_.size() - 1, shown(field) + " follows a closing quote");
  }
  if (end == std::string_view::npos) return std::nullopt;
  text.remove_prefix(end + 1);
  // A run of spaces is one delimiter.
  return delimiter_ == Delimiter::kSpaces ? without_leading_spaces(text) : text;
}

// Adds what stands between the quotes; gives what follows them.
std::string_view CsvReader::take_quoted(std::string_view text) {
  const std::size_t close = closing_quote(text);
  if (close == std::string_view::npos) refuse_field(fields_.size(), "a quote is not closed");
  std::string_view inside = text.substr(1, close - 1);
  if (inside.find('"') != std::string_view::npos) {
    std::string& single = unquoted_.emplace_back();
    for (std::size_t at = 0; at < inside.size(); ++at) {
      single += inside[at];
      if (inside[at] == '"') ++at;
    }
    inside = single;
  }
  fields_.push_back(inside);
  return text.substr(close + 1);
}

}  // namespace sosi::io
