// SPDX-License-Identifier: BSD-3-Clause
#include "plot/fields_picture.hpp"

#include <algorithm>
#include <set>

#include "plot/class_marks.hpp"
#include "plot/gnuplot.hpp"
#include "plot/plot_parts.hpp"

namespace sosi::plot {

namespace {

// From dark to light, so that the order is kept on a gray print; blue below zero and warm above.
constexpr const char* kAxes =
    "set border 15 linewidth 1 linecolor rgb '#808080'\n"
    "set tics nomirror out scale 0.6 font ',10' textcolor rgb '#404040'\n"
    "set palette defined (-1 '#44689c', 0 '#c3c6cb', 1 '#fff1d6')\n";
constexpr const char* kZeroLine = "lines linewidth 2.2 linecolor rgb 'black'";
constexpr const char* kOutline = "lines linewidth 1.4 dashtype '-' linecolor rgb '#303030'";

void check(const FieldsFigure& figure) {
  require_for_picture(!figure.panels.empty(), "there must be at least one panel");
  for (const FieldPanel& panel : figure.panels) {
    require_for_picture(panel.values.rows() >= 2 && panel.values.cols() >= 2,
                        "a field must have at least two rows and two columns");
  }
  require_for_picture(figure.samples.rows() == std::ssize(figure.classes), "every sample must have a class");
  require_for_picture(figure.samples.rows() == 0 || figure.samples.cols() == 2,
                      "a sample must have two coordinates");
  for (const Matrix& outline : figure.outlines)
    require_for_picture(outline.cols() == 2, "a point of an outline must have two coordinates");
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
std::string sample_lines(const FieldsFigure& figure) {
  std::string lines;
  for (Index i = 0; i < figure.samples.rows(); ++i) {
    const int c = figure.classes[static_cast<std::size_t>(i)];
    lines += data_line(figure.samples(i, 0), figure.samples(i, 1), class_mark(c), fill_of(c), edge_of(c));
  }
  return lines;
}

/// Half the distances between points of a field.
struct HalfStep {
  double x, y;

  HalfStep(const FieldsFigure& figure, const Matrix& values)
      : x(0.5 * (figure.right - figure.left) / static_cast<double>(values.cols() - 1)),
        y(0.5 * (figure.top - figure.bottom) / static_cast<double>(values.rows() - 1)) {}
};

/// A field over its rectangle: columns and rows of the matrix become coordinates.
std::string placed(const FieldsFigure& figure, std::size_t number) {
  const HalfStep half(figure, figure.panels[number].values);
  return "$field" + std::to_string(number) + " matrix using (" + plot_text(figure.left) + "+" +
         plot_text(2.0 * half.x) + "*$1):(" + plot_text(figure.bottom) + "+" + plot_text(2.0 * half.y) +
         "*$2):3";
}

/// A field as an image whose outermost points stand half a step from the border, and its contour.
std::string plot_field(const FieldsFigure& figure, std::size_t number) {
  const HalfStep half(figure, figure.panels[number].values);
  return range("x", figure.left - half.x, figure.right + half.x) +
         range("y", figure.bottom - half.y, figure.top + half.y) + "plot " + placed(figure, number) +
         " with image, $zero" + std::to_string(number) + " using 1:2 with " + kZeroLine;
}

/// The blocks $field and $zero, where gnuplot finds the contour, of every panel; then $outline and $samples.
std::string all_data(const FieldsFigure& figure) {
  std::string data = "set contour base\nunset surface\nset cntrparam levels discrete 0\n";
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const Matrix shown = figure.panels[i].values.cwiseMax(-figure.limit).cwiseMin(figure.limit);
    data += data_block("field" + std::to_string(i), matrix_lines(shown)) + "set table $zero" +
            std::to_string(i) + "\nsplot " + placed(figure, i) + " with lines\nunset table\n";
  }
  for (std::size_t i = 0; i < figure.outlines.size(); ++i)
    data += data_block("outline" + std::to_string(i), matrix_lines(figure.outlines[i]));
  return data + data_block("samples", sample_lines(figure));
}

/// What lies on top of every field.
std::string overlay(const FieldsFigure& figure) {
  std::string plot;
  for (std::size_t i = 0; i < figure.outlines.size(); ++i)
    plot += ", $outline" + std::to_string(i) + " using 1:2 with " + kOutline;
  if (figure.samples.rows() == 0) return plot;
  return plot +
         ", $samples using 1:2:3:4 with points pointsize 1.2 pointtype variable linecolor rgb variable"
         ", $samples using 1:2:($3-1):5 with points pointsize 1.2 pointtype variable linewidth 1.2 linecolor "
         "rgb variable";
}

Key key_of(const FieldsFigure& figure) {
  Key key{.entries = {}, .sample_length = 2};
  for (const int c : std::set<int>(figure.classes.begin(), figure.classes.end())) {
    const std::string look =
        c == 0 ? "pointtype 6 linewidth 1.2 linecolor rgb 'black'"
               : "pointtype " + plot_text(class_mark(c)) + " linecolor rgb " + plot_text(fill_of(c));
    key.entries.push_back({"points pointsize 1.3 " + look, "class " + plot_text(c)});
  }
  if (!figure.outlines.empty()) key.entries.push_back({kOutline, "manifold"});
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

}  // namespace

void draw_fields(const std::filesystem::path& base, const FieldsFigure& figure) {
  constexpr int kAxis = 60;
  constexpr int kBelow = 45;
  constexpr int kAbove = 46;
  constexpr int kBar = 95;
  check(figure);
  const auto n_panels = static_cast<int>(figure.panels.size());
  const int width = std::max(900 / n_panels, 300);
  const double aspect = (figure.top - figure.bottom) / (figure.right - figure.left);
  const int height = static_cast<int>(std::clamp(aspect * width, 0.5 * width, 1.5 * width));
  const Key key = key_of(figure);
  const int bar_left = n_panels * (kAxis + width) + 25;
  const int key_left = bar_left + kBar;
  const Page page{key_left + key.width(), kAbove + std::max(height, key.height()) + kBelow};
  const int bottom = page.height - kAbove - height;

  GnuplotPicture picture{page.width, page.height, all_data(figure), kAxes};
  picture.plots += color_bar(page.panel(bar_left, bottom, 22, height), figure.limit);
  for (int i = 0; i < n_panels; ++i) {
    const auto number = static_cast<std::size_t>(i);
    picture.plots += page.panel(i * (kAxis + width) + kAxis, bottom, width, height).margins() + "set title " +
                     quoted(figure.panels[number].title) + "\n" + plot_field(figure, number) +
                     overlay(figure) + "\n";
  }
  picture.plots += key.plot(page.panel(key_left, bottom, key.width(), height));
  write_picture(base, picture);
}

}  // namespace sosi::plot
