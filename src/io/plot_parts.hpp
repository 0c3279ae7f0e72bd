// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace sosi::io {

/// Throws `InvalidInput` unless the rule, said in words, holds.
void require_for_picture(bool holds, const std::string& rule);

/// A number with the six digits a picture can show, the same in every locale.
std::string plot_text(double value);
std::string plot_text(int value);

/// One line of a data block.
template <class... Values>
std::string data_line(const Values&... values) {
  std::string line;
  ((line += plot_text(values), line += ' '), ...);
  line.back() = '\n';
  return line;
}

/// The lines as the data called $name.
std::string data_block(const std::string& name, const std::string& lines);

/// Light axes to the left and below, so that the data is the darkest thing on the page.
std::string clean_axes();

/// Part of the page, as fractions of its width and height.
struct Panel {
  double left, right, bottom, top;

  std::string margins() const;
};

}  // namespace sosi::io
