// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <set>

#include "plot/class_marks.hpp"
#include "plot/gnuplot.hpp"
#include "plot/plot_parts.hpp"
#include "plot/pictures.hpp"

namespace sosi::io {

namespace {

// From dark to light, so that the order is kept on a gray print; blue below zero and warm above.
constexpr const char* kPalette = "set palette defined (-1 '#44689c', 0 '#c3c6cb', 1 '#fff1d6')\n";
constexpr const char* kZeroLine = "lines linewidth 2.2 linecolor rgb 'black'";
constexpr const char* kOutline = "lines linewidth 1.4 dashtype '-' linecolor rgb '#303030'";

void check(const FieldPicture& picture) {
  const auto is_length = [](double length) { return length > 0.0 && std::isfinite(length); };
  require_for_picture(is_length(picture.right - picture.left) && is_length(picture.top - picture.bottom),
                      "left must be less than right, and bottom less than top");
  require_for_picture(is_length(picture.limit), "the limit must be positive");
  require_for_picture(!picture.panels.empty(), "there must be at least one panel");
  for (const FieldPanel& panel : picture.panels) {
    require_for_picture(panel.values.rows() >= 2 && panel.values.cols() >= 2,
                        "a field must have at least two rows and two columns");
    require_for_picture(panel.values.allFinite(), "every value of a field must be finite");
  }
  require_for_picture(picture.samples.rows() == std::ssize(picture.classes),
                      "every sample must have a class");
  require_for_picture(picture.samples.rows() == 0 || picture.samples.cols() == 2,
                      "a sample must have two coordinates");
  require_for_picture(std::ranges::all_of(picture.classes, [](int c) { return c >= 0; }),
                      "classes must not be negative");
  for (const Matrix& outline : picture.outlines)
    require_for_picture(outline.cols() == 2, "a point of an outline must have two coordinates");
}

std::string value_lines(const Matrix& values, double limit) {
  std::string lines;
  for (Index row = 0; row < values.rows(); ++row) {
    for (Index column = 0; column < values.cols(); ++column) {
      lines += plot_text(std::clamp(values(row, column), -limit, limit));
      lines += column + 1 < values.cols() ? ' ' : '\n';
    }
  }
  return lines;
}

std::string point_lines(const Matrix& points) {
  std::string lines;
  for (Index i = 0; i < points.rows(); ++i) lines += data_line(points(i, 0), points(i, 1));
  return lines;
}

/// White, black, and colors after these two: the first classes are told apart on any shade.
int fill_of(int class_index) {
  if (class_index == 0) return 0xffffff;
  return class_index == 1 ? 0x000000 : class_color(class_index);
}

int edge_of(int class_index) {
  return class_index == 1 ? 0xffffff : 0x000000;
}

/// Lines of: two coordinates, mark, color, color of the outline.
std::string sample_lines(const FieldPicture& picture) {
  std::string lines;
  for (Index i = 0; i < picture.samples.rows(); ++i) {
    const int c = picture.classes[static_cast<std::size_t>(i)];
    lines += data_line(picture.samples(i, 0), picture.samples(i, 1), class_mark(c), fill_of(c), edge_of(c));
  }
  return lines;
}

/// The function over its rectangle: columns and rows of the matrix become coordinates.
class PlacedField {
 public:
  PlacedField(const FieldPicture& picture, std::size_t number)
      : picture_(picture), values_(picture.panels[number].values), suffix_(std::to_string(number)) {}

  /// The blocks $field and $zero, where gnuplot finds the contour.
  std::string data() const {
    return data_block("field" + suffix_, value_lines(values_, picture_.limit)) + "set table $zero" + suffix_ +
           "\nsplot " + source() + " with lines\nunset table\n";
  }

  /// The function as an image whose outermost points stand half a step from the border.
  std::string plot() const {
    const auto range = [](const char* axis, double low, double high) {
      return std::string("set ") + axis + "range [" + plot_text(low) + ":" + plot_text(high) + "]\n";
    };
    return range("x", picture_.left - 0.5 * x_step(), picture_.right + 0.5 * x_step()) +
           range("y", picture_.bottom - 0.5 * y_step(), picture_.top + 0.5 * y_step()) + "plot " + source() +
           " with image, $zero" + suffix_ + " using 1:2 with " + kZeroLine;
  }

 private:
  double x_step() const { return (picture_.right - picture_.left) / static_cast<double>(values_.cols() - 1); }
  double y_step() const { return (picture_.top - picture_.bottom) / static_cast<double>(values_.rows() - 1); }

  std::string source() const {
    const auto place = [](double start, double step, const char* count) {
      return ":(" + plot_text(start) + "+" + plot_text(step) + "*$" + count + ")";
    };
    return "$field" + suffix_ + " matrix using " + place(picture_.left, x_step(), "1").substr(1) +
           place(picture_.bottom, y_step(), "2") + ":3";
  }

  const FieldPicture& picture_;
  const Matrix& values_;
  std::string suffix_;
};

std::string all_data(const FieldPicture& picture) {
  std::string data = "set contour base\nunset surface\nset cntrparam levels discrete 0\n";
  for (std::size_t i = 0; i < picture.panels.size(); ++i) data += PlacedField(picture, i).data();
  for (std::size_t i = 0; i < picture.outlines.size(); ++i)
    data += data_block("outline" + std::to_string(i), point_lines(picture.outlines[i]));
  return data + data_block("samples", sample_lines(picture));
}

/// What lies on top of every field.
std::string overlay(const FieldPicture& picture) {
  std::string plot;
  for (std::size_t i = 0; i < picture.outlines.size(); ++i)
    plot += ", $outline" + std::to_string(i) + " using 1:2 with " + kOutline;
  if (picture.samples.rows() == 0) return plot;
  return plot +
         ", $samples using 1:2:3:4 with points pointsize 1.2 pointtype variable linecolor rgb variable"
         ", $samples using 1:2:($3-1):5 with points pointsize 1.2 pointtype variable linewidth 1.2 linecolor "
         "rgb variable";
}

Key key_of(const FieldPicture& picture) {
  Key key{.entries = {}, .sample_length = 2};
  for (const int c : std::set<int>(picture.classes.begin(), picture.classes.end())) {
    const std::string look =
        c == 0 ? "pointtype 6 linewidth 1.2 linecolor rgb 'black'"
               : "pointtype " + plot_text(class_mark(c)) + " linecolor rgb " + plot_text(fill_of(c));
    key.entries.push_back({"points pointsize 1.3 " + look, "class " + plot_text(c)});
  }
  if (!picture.outlines.empty()) key.entries.push_back({kOutline, "manifold"});
  key.entries.push_back({kZeroLine, "zero"});
  return key;
}

/// The shades between the panels and the key, named at the ends, the middle and halfway.
std::string color_bar(const Panel& place, double limit) {
  return "set colorbox user origin screen " + plot_text(place.left) + "," + plot_text(place.bottom) +
         " size screen " + plot_text(place.right - place.left) + "," + plot_text(place.top - place.bottom) +
         "\nset cbrange [" + plot_text(-limit) + ":" + plot_text(limit) + "]\nset cbtics " +
         plot_text(0.5 * limit) + " format '%.3g'\n";
}

GnuplotPicture fields(const FieldPicture& picture) {
  constexpr int kAxis = 60;
  constexpr int kBelow = 45;
  constexpr int kAbove = 46;
  constexpr int kBar = 95;
  const auto n_panels = static_cast<int>(picture.panels.size());
  const int width = std::max(900 / n_panels, 300);
  const double aspect = (picture.top - picture.bottom) / (picture.right - picture.left);
  const int height = static_cast<int>(std::clamp(aspect * width, 0.5 * width, 1.5 * width));
  const Key key = key_of(picture);
  const int bar_left = n_panels * (kAxis + width) + 25;
  const int key_left = bar_left + kBar;
  const Page page{key_left + key.width(), kAbove + std::max(height, key.height()) + kBelow};
  const int bottom = page.height - kAbove - height;

  GnuplotPicture drawn{.width = page.width, .height = page.height, .data = all_data(picture), .plot = {}};
  drawn.plot =
      "set multiplot\nunset key\nset border 15 linewidth 1 linecolor rgb '#808080'\nset tics "
      "nomirror out scale 0.6 font ',10' textcolor rgb '#404040'\n" +
      std::string(kPalette) + color_bar(page.panel(bar_left, bottom, 22, height), picture.limit);
  for (int i = 0; i < n_panels; ++i) {
    const auto number = static_cast<std::size_t>(i);
    drawn.plot += page.panel(i * (kAxis + width) + kAxis, bottom, width, height).margins() + "set title " +
                  quoted(picture.panels[number].title) + "\n" + PlacedField(picture, number).plot() +
                  overlay(picture) + "\n";
  }
  drawn.plot += key.plot(page.panel(key_left, bottom, key.width(), height));
  drawn.plot += "unset multiplot\n";
  return drawn;
}

}  // namespace

}  // namespace sosi::io

namespace sosi {

void draw_fields(const std::filesystem::path& base, const FieldPicture& picture) {
  io::check(picture);
  io::write_picture(base, io::fields(picture));
}

}  // namespace sosi
