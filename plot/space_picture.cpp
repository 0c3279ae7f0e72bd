// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "plot/class_marks.hpp"
#include "plot/gnuplot.hpp"
#include "plot/plot_parts.hpp"
#include "plot/pictures.hpp"

namespace sosi::io {

namespace {

void check(const SpacePicture& picture) {
  const auto n_classes = static_cast<int>(picture.class_names.size());
  const auto has_name = [&](int c) { return c >= 0 && c < n_classes; };
  require_for_picture(!picture.panels.empty(), "there must be at least one panel");
  require_for_picture(!picture.classes.empty(), "there must be at least one sample");
  require_for_picture(std::ranges::all_of(picture.classes, has_name), "every class must have a name");
  for (const SpacePanel& panel : picture.panels) {
    require_for_picture(panel.coordinates.cols() >= 3, "a space must have at least three coordinates");
    require_for_picture(panel.coordinates.rows() == std::ssize(picture.classes),
                        "every sample of a space must have a class");
    require_for_picture(panel.coordinates.leftCols(3).allFinite(), "every coordinate must be finite");
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

GnuplotPicture spaces(const SpacePicture& picture) {
  constexpr int kHeight = 480;
  constexpr int kLeft = 15;
  constexpr int kAbove = 50;
  const auto n_panels = static_cast<int>(picture.panels.size());
  const int width = n_panels < 3 ? 520 : 420;
  Key key;
  for (const std::string& name : picture.class_names) {
    key.entries.push_back({"points pointsize 1.5 " + class_look(static_cast<int>(key.entries.size())), name});
  }
  const int key_left = kLeft + n_panels * width + 10;
  const Page page{key_left + key.width(), std::max(kHeight, kAbove + key.height())};
  const int bottom = page.height - kHeight;

  GnuplotPicture drawn{.width = page.width, .height = page.height, .data = {}, .plot = {}};
  drawn.plot = "set multiplot\nunset key\n" + light_box();
  for (int i = 0; i < n_panels; ++i) {
    const SpacePanel& panel = picture.panels[static_cast<std::size_t>(i)];
    const std::string block = "space" + plot_text(i);
    drawn.data += data_block(block, points(panel, picture.classes));
    drawn.plot += page.panel(kLeft + i * width, bottom, width, kHeight).region() + plot_panel(panel, block);
  }
  drawn.plot +=
      "set origin 0,0\nset size 1,1\n" + key.plot(page.panel(key_left, 0, key.width(), page.height - kAbove));
  drawn.plot += "unset multiplot\n";
  return drawn;
}

}  // namespace

}  // namespace sosi::io

namespace sosi {

void draw_spaces(const std::filesystem::path& base, const SpacePicture& picture) {
  io::check(picture);
  io::write_picture(base, io::spaces(picture));
}

}  // namespace sosi
