// SPDX-License-Identifier: BSD-3-Clause
#include "io/plot_parts.hpp"

#include <charconv>

#include "sosi/core/errors.hpp"

namespace sosi::io {

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

std::string data_block(const std::string& name, const std::string& lines) {
  return "$" + name + " << end\n" + lines + "end\n";
}

std::string clean_axes() {
  return "set border 3 linewidth 1 linecolor rgb '#808080'\n"
         "set tics nomirror out scale 0.6 font ',10' textcolor rgb '#404040'\n"
         "set grid linetype 1 linewidth 0.6 linecolor rgb '#e4e4e4'\n";
}

std::string Panel::margins() const {
  return "set lmargin at screen " + plot_text(left) + "\nset rmargin at screen " + plot_text(right) +
         "\nset bmargin at screen " + plot_text(bottom) + "\nset tmargin at screen " + plot_text(top) + "\n";
}

}  // namespace sosi::io
