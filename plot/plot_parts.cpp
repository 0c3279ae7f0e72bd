// SPDX-License-Identifier: BSD-3-Clause
#include "plot/plot_parts.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sosi/core/errors.hpp"

namespace sosi::plot {

namespace {

constexpr int kMostKeyRows = 23;

// In UTF-8 the other bytes of a letter are 10xxxxxx.
bool is_first_byte(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

}  // namespace

void require_for_picture(bool holds, const std::string& rule) {
  if (!holds) throw InvalidInput("picture: " + rule);
}

std::string plot_text(double value) {
  char buffer[32];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 6);
  return {buffer, end};
}

std::string plot_text(int value) {
  return std::to_string(value);
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') result += '\'';
    result += c == '\n' || c == '\r' ? ' ' : c;
  }
  return result + "'";
}

int n_letters(const std::string& text) {
  return static_cast<int>(std::ranges::count_if(text, is_first_byte));
}

std::string shortened(const std::string& text, int n_most) {
  const int n = n_letters(text);
  if (n <= n_most) return text;
  const int n_end = (n_most - 1) / 3;
  const int n_begin = n_most - 1 - n_end;
  std::string begin;
  std::string end;
  int number = -1;  // of the letter
  for (const char byte : text) {
    if (is_first_byte(byte)) ++number;
    if (number < n_begin) begin += byte;
    if (number >= n - n_end) end += byte;
  }
  return begin + "…" + end;
}

std::string matrix_lines(const Matrix& values) {
  std::string lines;
  for (Index row = 0; row < values.rows(); ++row) {
    for (Index column = 0; column < values.cols(); ++column)
      lines += plot_text(values(row, column)) + (column + 1 < values.cols() ? ' ' : '\n');
  }
  return lines;
}

std::string data_block(const std::string& name, const std::string& lines) {
  return "$" + name + " << end\n" + lines + "end\n";
}

std::string clean_axes() {
  return "set border 3 linewidth 1 linecolor rgb '#808080'\n"
         "set tics nomirror out scale 0.6 font ',10' textcolor rgb '#404040'\n"
         "set grid linetype 1 linewidth 0.6 linecolor rgb '#e4e4e4'\n";
}

std::string range(const std::string& axis, double low, double high) {
  return "set " + axis + "range [" + plot_text(low) + ":" + plot_text(high) + "]\n";
}

std::string roomy_range(const std::string& axis, double low, double high) {
  const double least = 1e-4 * std::max(std::abs(low), std::abs(high));  // seen in six digits
  const double edge = std::max(high > low ? 0.05 * (high - low) : 1.0, least);
  return range(axis, low - edge, high + edge);
}

std::string Panel::margins() const {
  return "set lmargin at screen " + plot_text(left) + "\nset rmargin at screen " + plot_text(right) +
         "\nset bmargin at screen " + plot_text(bottom) + "\nset tmargin at screen " + plot_text(top) + "\n";
}

std::string Panel::region() const {
  return "set origin " + plot_text(left) + "," + plot_text(bottom) + "\nset size " + plot_text(right - left) +
         "," + plot_text(top - bottom) + "\n";
}

Panel Page::panel(int left, int bottom, int panel_width, int panel_height) const {
  const auto across = [&](int x) { return static_cast<double>(x) / width; };
  const auto up = [&](int y) { return static_cast<double>(y) / height; };
  return {across(left), across(left + panel_width), up(bottom), up(bottom + panel_height)};
}

int Key::width() const {
  int longest = 0;
  for (const KeyEntry& entry : entries) longest = std::max(longest, n_letters(entry.name));
  const int n_columns = (static_cast<int>(entries.size()) + kMostKeyRows - 1) / kMostKeyRows;
  return n_columns * (56 + 9 * (sample_length + longest));
}

int Key::height() const {
  return 24 * std::min(static_cast<int>(entries.size()), kMostKeyRows);
}

std::string Key::plot(const Panel& panel) const {
  std::string plot = panel.margins() +
                     "unset border\nunset tics\nunset grid\nunset xlabel\nunset ylabel\nunset title\n"
                     "unset arrow\nunset logscale\nset xrange [0:1]\nset yrange [0:1]\n"
                     "set key at graph 0,1 left top Left reverse spacing 1.25 maxrows " +
                     plot_text(kMostKeyRows) + " samplen " + plot_text(sample_length) + "\nplot NaN notitle";
  for (const auto& [look, name] : entries) plot += ", keyentry with " + look + " title " + quoted(name);
  return plot + "\n";
}

}  // namespace sosi::plot
