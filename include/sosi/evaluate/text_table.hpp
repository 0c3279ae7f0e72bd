// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace sosi {

/// How a cell stands out: the best of its kind, or not to be told from the best.
enum class Emphasis { none, near_best, best };

struct TableCell {
  std::string text;
  Emphasis emphasis = Emphasis::none;
};

/// A small table for people: a line of headings, then lines of as many cells.
struct TextTable {
  std::vector<std::string> headings;
  std::vector<std::vector<TableCell>> lines;
};

/// Where plain text goes: a terminal can print in bold, a file cannot.
enum class TextTarget { file, terminal };

/// Aligned columns; the best is marked with `*` (and bold on a terminal), its peers with `~`.
std::string plain_text(const TextTable& table, TextTarget target);
/// The same in Markdown, the best in bold.
std::string markdown(const TextTable& table);
/// The same in HTML, the best in bold; texts are escaped.
std::string html(const TextTable& table);

/// Text as HTML shows it.
std::string html_text(const std::string& text);

/// A number with a fixed count of digits behind the point.
std::string fixed_text(double value, int n_digits);

}  // namespace sosi
