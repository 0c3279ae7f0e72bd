// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "io/class_marks.hpp"
#include "io/gnuplot.hpp"
#include "io/plot_parts.hpp"
#include "sosi/io/pictures.hpp"

namespace sosi::io {

namespace {

// The classes whose colors have the grays furthest apart, ordered so that neighbors differ most.
constexpr std::array kColorClasses = {1, 5, 8, 3, 2, 7, 6, 11};
// Filled and hollow marks in turn, of no length in common with the colors.
constexpr std::array kMarks = {5, 8, 13, 4, 9, 12, 11, 10, 15};
constexpr std::array kDashes = {"2", "4", "'-.'", "5", "3", "1"};
constexpr const char* kEmphasis = "pointtype 7 pointsize 1.1 linewidth 3.5 linecolor rgb 'black'";

constexpr int kAxis = 78;   // room for the tics and the title of an axis
constexpr int kBelow = 62;  // the same below a panel
constexpr int kAbove = 34;  // room for a title

using Names = std::vector<std::string>;

/// Whether gnuplot can place the value: not infinite, not NaN, not so large that its arithmetic overflows.
bool is_drawable(double value) {
  return std::abs(value) < 1e100;
}

void check(const Curve& curve, AxisKind x_axis) {
  require_for_picture(!curve.x.empty(), "every curve must have at least one point");
  require_for_picture(curve.y.size() == curve.x.size(), "every x of a curve must have a y");
  require_for_picture(curve.deviation.empty() || curve.deviation.size() == curve.x.size(),
                      "every point of a curve must have a deviation, or none");
  require_for_picture(std::ranges::all_of(curve.x, is_drawable), "every x must be finite");
  require_for_picture(
      x_axis == AxisKind::linear || std::ranges::all_of(curve.x, [](double x) { return x > 1e-100; }),
      "every x of a logarithmic axis must be positive");
}

void check(const CurvesPicture& picture) {
  require_for_picture(picture.n_columns > 0, "there must be at least one column");
  require_for_picture(!picture.panels.empty(), "there must be at least one panel");
  for (const CurvePanel& panel : picture.panels) {
    require_for_picture(!panel.curves.empty(), "every panel must have at least one curve");
    for (const Curve& curve : panel.curves) check(curve, panel.x_axis);
  }
}

/// In the order in which they appear.
Names names_of(const CurvesPicture& picture) {
  Names names;
  for (const CurvePanel& panel : picture.panels) {
    for (const Curve& curve : panel.curves) {
      if (std::ranges::find(names, curve.name) == names.end()) names.push_back(curve.name);
    }
  }
  return names;
}

std::string color_of(std::size_t number) {
  if (number == 0) return "linecolor rgb 'black'";
  return "linecolor rgb " + plot_text(class_color(kColorClasses[(number - 1) % kColorClasses.size()]));
}

std::string look_of(std::size_t number) {
  if (number == 0) return std::string("linespoints ") + kEmphasis;
  return "linespoints pointtype " + plot_text(kMarks[(number - 1) % kMarks.size()]) +
         " pointsize 1 linewidth 1.8 dashtype " + kDashes[(number - 1) % kDashes.size()] + " " +
         color_of(number);
}

/// Lines of: x, y, deviation; what cannot be drawn is NaN, which leaves a gap.
std::string points(const Curve& curve) {
  const auto number = [](double value) { return is_drawable(value) ? plot_text(value) : "NaN"; };
  std::string lines;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const double deviation = curve.deviation.empty() ? NAN : curve.deviation[i];
    lines += plot_text(curve.x[i]) + " " + number(curve.y[i]) + " " + number(deviation) + "\n";
  }
  return lines;
}

std::string block_name(std::size_t panel, std::size_t curve) {
  return "curve" + std::to_string(panel) + "_" + std::to_string(curve);
}

/// The lowest and the highest of some values.
struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void include(double value) {
    if (!is_drawable(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

std::string x_range(const CurvePanel& panel) {
  Extent extent;
  for (const Curve& curve : panel.curves)
    std::ranges::for_each(curve.x, [&](double x) { extent.include(x); });
  if (panel.x_axis == AxisKind::linear) return roomy_range("x", extent.low, extent.high);
  const double edge = std::max(std::pow(extent.high / extent.low, 0.04), 1.2);
  return "set logscale x\nset xrange [" + plot_text(extent.low / edge) + ":" + plot_text(extent.high * edge) +
         "]\n";
}

/// Over all values and their bars; from 0 where no value is negative.
std::string y_range(const CurvePanel& panel) {
  Extent values;
  Extent bars;
  for (const Curve& curve : panel.curves) {
    for (std::size_t i = 0; i < curve.y.size(); ++i) {
      const double deviation = curve.deviation.empty() ? 0.0 : curve.deviation[i];
      values.include(curve.y[i]);
      bars.include(curve.y[i]);
      bars.include(curve.y[i] - deviation);
      bars.include(curve.y[i] + deviation);
    }
  }
  if (values.low > values.high) return "set yrange [0:1]\n";
  if (values.low < 0.0) return roomy_range("y", bars.low, bars.high);
  return "set yrange [0:" + plot_text(bars.high > 0.0 ? 1.08 * bars.high : 1.0) + "]\n";
}

std::string marks_of(const CurvePanel& panel) {
  std::string arrows = "unset arrow\n";
  for (const double x : panel.marks) {
    if (!is_drawable(x)) continue;
    arrows += "set arrow from first " + plot_text(x) + ", graph 0 to first " + plot_text(x) +
              ", graph 1 nohead back linewidth 1.5 linecolor rgb '#707070'\n";
  }
  return arrows;
}

/// One panel; the emphasized curve is drawn last, above all others.
std::string plot_panel(const CurvesPicture& picture, std::size_t number, const Names& names) {
  const CurvePanel& panel = picture.panels[number];
  std::string plots;
  const auto prepend = [&](const std::string& plot) { plots = plot + (plots.empty() ? "" : ", ") + plots; };
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    const std::string block = "$" + block_name(number, i);
    const auto look =
        static_cast<std::size_t>(std::ranges::find(names, panel.curves[i].name) - names.begin());
    prepend(block + " using 1:2 with " + look_of(look));
    if (panel.curves[i].deviation.empty()) continue;
    prepend(block + " using 1:2:3 with yerrorbars pointtype 7 pointsize 0 linewidth 1 " + color_of(look));
  }
  return "unset logscale\n" + x_range(panel) + y_range(panel) + marks_of(panel) + "set title " +
         quoted(panel.title) + "\nset xlabel " + quoted(panel.x_label) + "\nset ylabel " +
         quoted(panel.y_label) + " offset 0.5\nplot " + plots + "\n";
}

GnuplotPicture curves(const CurvesPicture& picture) {
  const auto n_panels = static_cast<int>(picture.panels.size());
  const int n_columns = std::min(picture.n_columns, n_panels);
  const int n_rows = (n_panels + n_columns - 1) / n_columns;
  const int width = std::max(860 / n_columns, 300);
  const int height = std::clamp(3 * width / 4, 250, 420);
  const Names names = names_of(picture);
  std::vector<KeyEntry> key;
  for (const std::string& name : names) key.push_back({look_of(key.size()), name});
  const int key_left = n_columns * (kAxis + width) + 20;
  const Page page{key_left + 40 + key_width(key), n_rows * (kAbove + height + kBelow)};

  GnuplotPicture drawn{.width = page.width, .height = page.height, .data = {}, .plot = {}};
  drawn.plot = "set multiplot\nunset key\n" + clean_axes() + "set errorbars 0.7\n";
  for (int i = 0; i < n_panels; ++i) {
    const int left = i % n_columns * (kAxis + width) + kAxis;
    const int bottom = (n_rows - 1 - i / n_columns) * (kAbove + height + kBelow) + kBelow;
    const auto number = static_cast<std::size_t>(i);
    for (std::size_t c = 0; c < picture.panels[number].curves.size(); ++c)
      drawn.data += data_block(block_name(number, c), points(picture.panels[number].curves[c]));
    drawn.plot += page.panel(left, bottom, width, height).margins() + plot_panel(picture, number, names);
  }
  const int key_bottom = page.height - kAbove - height;
  drawn.plot += plot_key(page.panel(key_left, key_bottom, page.width - key_left, height), key);
  drawn.plot += "unset multiplot\n";
  return drawn;
}

}  // namespace

}  // namespace sosi::io

namespace sosi {

void draw_curves(const std::filesystem::path& base, const CurvesPicture& picture) {
  io::check(picture);
  io::write_picture(base, io::curves(picture));
}

}  // namespace sosi
