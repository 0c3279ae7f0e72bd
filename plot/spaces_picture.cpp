// SPDX-License-Identifier: BSD-3-Clause
#include "plot/spaces_picture.hpp"

#include <algorithm>

#include "plot/class_marks.hpp"
#include "plot/gnuplot.hpp"
#include "plot/plot_parts.hpp"

namespace sosi::plot {

namespace {

void check(const SpacesFigure& figure) {
  for (const SpacePanel& panel : figure.panels) {
    require_for_picture(panel.coordinates.cols() >= 3, "a space must have at least three coordinates");
    require_for_picture(panel.coordinates.rows() == std::ssize(figure.classes) && !figure.classes.empty(),
                        "every sample of a space must have a class");
  }
}

/// Lines of: three coordinates, mark, color.
std::string points(const SpacePanel& panel, const std::vector<int>& classes) {
  const Matrix& at = panel.coordinates;
  std::string lines;
  for (Index i = 0; i < at.rows(); ++i) {
    const int c = classes[static_cast<std::size_t>(i)];
    lines += data_line(at(i, 0), at(i, 1), at(i, 2), class_mark(c), class_color(c));
  }
  return lines;
}

std::string plot_panel(const SpacePanel& panel, const std::string& block) {
  std::string ranges;
  for (int k = 0; k < 3; ++k) {
    ranges += roomy_range(std::string(1, "xyz"[k]), panel.coordinates.col(k).minCoeff(),
                          panel.coordinates.col(k).maxCoeff());
  }
  return ranges + "set title " + quoted(panel.title) + " offset 0,0.6\nsplot $" + block +
         " using 1:2:3:4:5 with points pointsize 1.3 pointtype variable linecolor rgb variable, $" + block +
         " using 1:2:3:($4-1) with points pointsize 1.3 pointtype variable linewidth 0.7 linecolor rgb "
         "'black'\n";
}

/// A box seen from a corner, its walls light and without numbers: the axes of an embedding have no unit.
std::string light_box() {
  return "set view 62, 32, 1.18, 1.0\nset xyplane relative 0\n"
         "set border 895 linewidth 0.8 linecolor rgb '#b0b0b0'\n"
         "set grid x y z vertical linetype 1 linewidth 0.6 linecolor rgb '#e0e0e0'\n"
         "set tics scale 0 format ''\nset xlabel 'coordinate 1' font ',10' rotate parallel offset 0,0.8\n"
         "set ylabel 'coordinate 2' font ',10' rotate parallel offset -2,0.8\n"
         "set zlabel 'coordinate 3' font ',10' rotate by 90 offset 4\n";
}

}  // namespace

void draw_spaces(const std::filesystem::path& base, const SpacesFigure& figure) {
  constexpr int kHeight = 480;
  constexpr int kLeft = 15;
  constexpr int kAbove = 50;
  check(figure);
  const auto n_panels = static_cast<int>(figure.panels.size());
  const int width = n_panels < 3 ? 520 : 420;
  const Key key{class_entries(figure.class_names)};
  const int key_left = kLeft + n_panels * width + 10;
  const Page page{key_left + key.width(), std::max(kHeight, kAbove + key.height())};

  GnuplotPicture picture{page.width, page.height, {}, light_box()};
  for (int i = 0; i < n_panels; ++i) {
    const SpacePanel& panel = figure.panels[static_cast<std::size_t>(i)];
    const std::string block = "space" + plot_text(i);
    picture.data += data_block(block, points(panel, figure.classes));
    picture.plots += page.panel(kLeft + i * width, page.height - kHeight, width, kHeight).region() +
                     plot_panel(panel, block);
  }
  picture.plots +=
      "set origin 0,0\nset size 1,1\n" + key.plot(page.panel(key_left, 0, key.width(), page.height - kAbove));
  write_picture(base, picture);
}

}  // namespace sosi::plot
