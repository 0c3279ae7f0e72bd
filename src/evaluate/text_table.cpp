// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/evaluate/text_table.hpp"

#include <algorithm>
#include <charconv>

namespace sosi {

namespace {

// Letters, not bytes: those that continue a letter of UTF-8 take no room of their own.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padding(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, width_of(text)), ' ');
}

char mark_of(Emphasis emphasis) {
  switch (emphasis) {
    case Emphasis::best:
      return '*';
    case Emphasis::near_best:
      return '~';
    case Emphasis::none:
      break;
  }
  return ' ';
}

std::vector<std::size_t> column_widths(const TextTable& table) {
  std::vector<std::size_t> widths;
  for (const std::string& heading : table.headings) widths.push_back(width_of(heading));
  for (const auto& line : table.lines) {
    for (std::size_t column = 0; column < line.size(); ++column) {
      widths[column] = std::max(widths[column], width_of(line[column].text));
    }
  }
  return widths;
}

// The first column is read from the left, numbers are lined up at the right.
std::string padded(const std::string& text, std::size_t width, std::size_t column) {
  return column == 0 ? text + padding(text, width) : padding(text, width) + text;
}

std::string markdown_text(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '_') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string markdown_cell(const TableCell& cell) {
  const std::string text = markdown_text(cell.text);
  if (cell.emphasis == Emphasis::best) return "**" + text + "**";
  return cell.emphasis == Emphasis::near_best ? text + " ~" : text;
}

std::string html_cell(const TableCell& cell) {
  const std::string text = html_text(cell.text);
  if (cell.emphasis == Emphasis::best) return "<b>" + text + "</b>";
  return cell.emphasis == Emphasis::near_best ? text + " ~" : text;
}

}  // namespace

std::string plain_text(const TextTable& table, TextTarget target) {
  const std::vector<std::size_t> widths = column_widths(table);
  std::string text;
  for (std::size_t column = 0; column < widths.size(); ++column) {
    text += padded(table.headings[column], widths[column], column) + "   ";
  }
  text += '\n';
  for (const auto& line : table.lines) {
    for (std::size_t column = 0; column < line.size(); ++column) {
      const TableCell& cell = line[column];
      const bool is_bold = cell.emphasis == Emphasis::best && target == TextTarget::terminal;
      text += (is_bold ? "\033[1m" : "") + padded(cell.text, widths[column], column) +
              mark_of(cell.emphasis) + (is_bold ? "\033[0m" : "") + "  ";
    }
    text += '\n';
  }
  return text;
}

std::string markdown(const TextTable& table) {
  std::string text = "|";
  for (const std::string& heading : table.headings) text += " " + markdown_text(heading) + " |";
  text += "\n|";
  for (std::size_t column = 0; column < table.headings.size(); ++column)
    text += column == 0 ? "---|" : "---:|";
  text += '\n';
  for (const auto& line : table.lines) {
    text += '|';
    for (const TableCell& cell : line) text += " " + markdown_cell(cell) + " |";
    text += '\n';
  }
  return text;
}

std::string html(const TextTable& table) {
  std::string text = "<table>\n<tr>";
  for (const std::string& heading : table.headings) text += "<th>" + html_text(heading) + "</th>";
  text += "</tr>\n";
  for (const auto& line : table.lines) {
    text += "<tr>";
    for (const TableCell& cell : line) text += "<td>" + html_cell(cell) + "</td>";
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

std::string html_text(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string fixed_text(double value, int n_digits) {
  char buffer[400];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, n_digits);
  return {buffer, end};
}

}  // namespace sosi
