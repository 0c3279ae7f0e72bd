// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sosi/core/matrix.hpp"

namespace sosi::plot {

/// Throws `InvalidInput` unless the rule, said in words, holds.
void require_for_picture(bool holds, const std::string& rule);

/// A number with the six digits a picture can show, the same in every locale.
std::string plot_text(double value);
std::string plot_text(int value);

/// The text between quotes that gnuplot takes literally.
std::string quoted(const std::string& text);

/// The number of letters of a text in UTF-8.
int n_letters(const std::string& text);

/// The text, or the beginning and the end of a longer one around an ellipsis, with so many letters.
std::string shortened(const std::string& text, int n_most);

/// One line of a data block.
template <class... Values>
std::string data_line(const Values&... values) {
  std::string line;
  ((line += plot_text(values), line += ' '), ...);
  line.back() = '\n';
  return line;
}

/// The lines of a matrix of such numbers.
std::string matrix_lines(const Matrix& values);

/// The lines as the data called $name.
std::string data_block(const std::string& name, const std::string& lines);

/// Light axes to the left and below, so that the data is the darkest thing on the page.
std::string clean_axes();

/// Lets the axis called "x", "y" or "z" run from one value to the other.
std::string range(const std::string& axis, double low, double high);

/// Lets it run a little beyond both values; never an empty range.
std::string roomy_range(const std::string& axis, double low, double high);

/// Part of the page, as fractions of its width and height.
struct Panel {
  double left, right, bottom, top;

  std::string margins() const;  ///< puts the axes there
  std::string region() const;   ///< puts all there, for axes seen in perspective
};

/// A page in pixels, counted from its lower left corner.
struct Page {
  int width, height;

  Panel panel(int left, int bottom, int panel_width, int panel_height) const;
};

/// A line of a key: how its sample is drawn ("with ..."), and what it is called.
struct KeyEntry {
  std::string look;
  std::string name;
};

/// A key beside the panels, in as many columns as it needs.
struct Key {
  std::vector<KeyEntry> entries;
  int sample_length = 1;  ///< in letters; a line needs more of them than a mark

  int width() const;  ///< in pixels
  int height() const;

  /// A plot of nothing but the key.
  std::string plot(const Panel& panel) const;
};

}  // namespace sosi::plot
