// SPDX-License-Identifier: BSD-3-Clause
#include "plot/curves_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "plot/class_marks.hpp"
#include "plot/gnuplot.hpp"
#include "plot/plot_parts.hpp"

namespace sosi::plot {

namespace {

// The classes whose colors have the grays furthest apart, ordered so that neighbors differ most.
constexpr std::array kColorClasses = {1, 5, 8, 3, 2, 7, 6, 11};
// Filled and hollow marks in turn; nine of them and eight colors make 72 different pairs.
constexpr std::array kCurveMarks = {5, 8, 13, 4, 9, 12, 11, 10, 15};
constexpr std::array kDashes = {"(24,10)", "(24,9,5,9)", "(8,7)", "(28,8,5,8,5,8)", "(14,6)", "solid"};
constexpr const char* kEmphasis = "linespoints pointtype 7 pointsize 1.1 linewidth 3.5 linecolor rgb 'black'";
constexpr const char* kBar = "yerrorbars pointtype 7 pointsize 0 linewidth 1 ";

constexpr int kAxis = 78;   // room for the tics and the title of an axis
constexpr int kBelow = 70;  // the same below a panel
constexpr int kAbove = 46;  // room for a title

using Names = std::vector<std::string>;

/// Whether gnuplot can place the value: not infinite, not NaN, not so large that its arithmetic overflows.
bool is_drawable(double value) {
  return std::abs(value) < 1e100;
}

void check(const CurvesFigure& figure) {
  require_for_picture(figure.n_columns > 0 && !figure.panels.empty(), "there must be at least one panel");
  for (const CurvePanel& panel : figure.panels) {
    for (const Curve& curve : panel.curves) {
      require_for_picture(curve.y.size() == curve.x.size(), "every x of a curve must have a y");
      require_for_picture(curve.deviation.empty() || curve.deviation.size() == curve.x.size(),
                          "every point of a curve must have a deviation, or none");
    }
  }
}

/// In the order in which they appear.
Names names_of(const CurvesFigure& figure) {
  Names names;
  for (const CurvePanel& panel : figure.panels) {
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
  if (number == 0) return kEmphasis;
  return "linespoints pointtype " + plot_text(kCurveMarks[(number - 1) % kCurveMarks.size()]) +
         " pointsize 1 linewidth 1.8 dashtype " + kDashes[(number - 1) % kDashes.size()] + " " +
         color_of(number);
}

/// Lines of: x, y of the line, y of the bar, deviation; what cannot be drawn is NaN, which leaves a gap.
std::string points(const Curve& curve) {
  std::string lines;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const double deviation = curve.deviation.empty() ? NAN : curve.deviation[i];
    const std::string y = is_drawable(curve.y[i]) ? plot_text(curve.y[i]) : "NaN";
    const std::string bar = is_drawable(deviation) ? y + " " + plot_text(deviation) : "NaN NaN";
    lines += plot_text(curve.x[i]) + " " + y + " " + bar + "\n";
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

/// Every power of ten; over less than two of them gnuplot would show one number or none.
std::string log_tics(double low, double high) {
  if (high / low > 100.0) return "set xtics autofreq\n";
  std::string tics;
  for (double power = std::pow(10.0, std::floor(std::log10(low))); power <= high; power *= 10.0) {
    for (const double digit : {1.0, 2.0, 3.0, 5.0})
      tics += (tics.empty() ? "" : ", ") + plot_text(digit * power);
  }
  return "set xtics (" + tics + ")\n";
}

std::string x_range(const CurvePanel& panel) {
  Extent extent;
  for (const double x : panel.marks) extent.include(x);
  for (const Curve& curve : panel.curves) {
    for (const double x : curve.x) extent.include(x);
  }
  if (panel.x_axis == AxisKind::linear) {
    return "set xtics autofreq\n" + roomy_range("x", extent.low, extent.high);
  }
  const double ratio = extent.high / extent.low;
  const double edge = ratio < 2.0 ? 1.5 : std::pow(ratio, 0.04);
  const double low = extent.low / edge;
  const double high = extent.high * edge;
  return "set logscale x\n" + range("x", low, high) + log_tics(low, high);
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
  if (values.low > values.high) return range("y", 0.0, 1.0);
  if (values.low < 0.0) return roomy_range("y", bars.low, bars.high);
  return range("y", 0.0, bars.high > 1e-100 ? 1.08 * bars.high : 1.0);
}

std::string marks_of(const CurvePanel& panel) {
  std::string arrows = "unset arrow\n";
  for (const double x : panel.marks) {
    arrows += "set arrow from first " + plot_text(x) + ", graph 0 to first " + plot_text(x) +
              ", graph 1 nohead back linewidth 1.5 linecolor rgb '#707070'\n";
  }
  return arrows;
}

/// One panel; the first name is drawn last, above all others.
std::string plot_panel(const CurvesFigure& figure, std::size_t number, const Names& names) {
  const CurvePanel& panel = figure.panels[number];
  std::string plots;
  const auto append = [&](const std::string& plot) { plots += (plots.empty() ? "" : ", ") + plot; };
  for (std::size_t look = names.size(); look-- > 0;) {
    for (std::size_t i = 0; i < panel.curves.size(); ++i) {
      if (panel.curves[i].name != names[look]) continue;
      const std::string block = "$" + block_name(number, i);
      if (!panel.curves[i].deviation.empty()) append(block + " using 1:3:4 with " + kBar + color_of(look));
      append(block + " using 1:2 with " + look_of(look));
    }
  }
  return "unset logscale\n" + x_range(panel) + y_range(panel) + marks_of(panel) + "set title " +
         quoted(panel.title) + "\nset xlabel " + quoted(panel.x_label) + "\nset ylabel " +
         quoted(panel.y_label) + " offset 0.5\nplot " + plots + "\n";
}

}  // namespace

void draw_curves(const std::filesystem::path& base, const CurvesFigure& figure) {
  check(figure);
  const auto n_panels = static_cast<int>(figure.panels.size());
  const int n_columns = std::min(figure.n_columns, n_panels);
  const int n_rows = (n_panels + n_columns - 1) / n_columns;
  const int width = std::max(860 / n_columns, 300);
  const int height = std::clamp(3 * width / 4, 250, 420);
  const Names names = names_of(figure);
  Key key{.entries = {}, .sample_length = 4};
  for (const std::string& name : names) key.entries.push_back({look_of(key.entries.size()), name});
  const int key_left = n_columns * (kAxis + width) + 25;
  const int row_height = kAbove + height + kBelow;
  const Page page{key_left + key.width(), std::max(n_rows * row_height, kAbove + key.height())};

  GnuplotPicture picture{page.width, page.height, {}, clean_axes() + "set border back\nset errorbars 0.7\n"};
  for (int i = 0; i < n_panels; ++i) {
    const int left = i % n_columns * (kAxis + width) + kAxis;
    const int bottom = page.height - (i / n_columns + 1) * row_height + kBelow;
    const auto number = static_cast<std::size_t>(i);
    for (std::size_t c = 0; c < figure.panels[number].curves.size(); ++c)
      picture.data += data_block(block_name(number, c), points(figure.panels[number].curves[c]));
    picture.plots += page.panel(left, bottom, width, height).margins() + plot_panel(figure, number, names);
  }
  picture.plots += key.plot(page.panel(key_left, page.height - kAbove - height, key.width(), height));
  write_picture(base, picture);
}

}  // namespace sosi::plot
