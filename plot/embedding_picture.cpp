// SPDX-License-Identifier: BSD-3-Clause
#include "plot/embedding_picture.hpp"

#include <algorithm>

#include "plot/class_marks.hpp"
#include "plot/gnuplot.hpp"
#include "plot/plot_parts.hpp"

namespace sosi::plot {

namespace {

constexpr int kSeeThrough = 0x50000000;
constexpr const char* kWrongMark = "pointtype 2 pointsize 0.75 linewidth 1.4 linecolor rgb 'black'";

void check(const EmbeddingPicture& picture) {
  require_for_picture(picture.labeled.cols() >= 2, "an embedding must have at least two coordinates");
  require_for_picture(picture.labeled.rows() > 0 && !picture.landings.empty(),
                      "there must be at least one labeled sample and one panel");
  require_for_picture(picture.labeled.rows() == std::ssize(picture.labeled_classes),
                      "every labeled sample must have a class");
  for (const Landing& landing : picture.landings) {
    require_for_picture(landing.unlabeled.rows() == std::ssize(landing.classes),
                        "every unlabeled sample must have a predicted class");
    require_for_picture(landing.unlabeled.rows() == 0 || landing.unlabeled.cols() == picture.labeled.cols(),
                        "labeled and unlabeled samples must have the same number of coordinates");
    require_for_picture(landing.wrong.empty() || landing.wrong.size() == landing.classes.size(),
                        "every unlabeled sample must be known as right or wrong, or none");
  }
}

/// Lines of: two coordinates, mark, color.
std::string points(const Matrix& coordinates, const std::vector<int>& classes, int see_through) {
  std::string lines;
  for (Index i = 0; i < coordinates.rows(); ++i) {
    const int c = classes[i];
    lines += data_line(coordinates(i, 0), coordinates(i, 1), class_mark(c), class_color(c) + see_through);
  }
  return lines;
}

std::string wrong_points(const Landing& landing) {
  std::string lines;
  for (std::size_t i = 0; i < landing.wrong.size(); ++i) {
    if (landing.wrong[i]) lines += data_line(landing.unlabeled(i, 0), landing.unlabeled(i, 1));
  }
  return lines;
}

/// The data of all panels: $labeled, and $unlabeled0, $wrong0 and so on.
std::string all_points(const EmbeddingPicture& picture) {
  std::string data = data_block("labeled", points(picture.labeled, picture.labeled_classes, 0));
  for (std::size_t i = 0; i < picture.landings.size(); ++i) {
    const Landing& landing = picture.landings[i];
    data +=
        data_block("unlabeled" + std::to_string(i), points(landing.unlabeled, landing.classes, kSeeThrough));
    data += data_block("wrong" + std::to_string(i), wrong_points(landing));
  }
  return data;
}

/// One panel: what is there of the blocks above, from the back to the front.
std::string plot_points(const Landing& landing, std::size_t number) {
  const std::string suffix = std::to_string(number) + " using 1:2";
  std::string plot = "set title " + quoted(landing.title) + "\nplot ";
  if (landing.unlabeled.rows() > 0) {
    plot +=
        "$unlabeled" + suffix + ":3:4 with points pointsize 0.75 pointtype variable linecolor rgb variable, ";
  }
  if (std::ranges::count(landing.wrong, true) > 0) {
    plot += "$wrong" + suffix + " with points " + kWrongMark + ", ";
  }
  return plot +
         "$labeled using 1:2:3:4 with points pointsize 1.9 pointtype variable linecolor rgb variable, "
         "$labeled using 1:2:($3-1) with points pointsize 1.9 pointtype variable linewidth 1.5 linecolor rgb "
         "'black'\n";
}

/// The same ranges for every panel, so that they compare.
std::string common_ranges(const EmbeddingPicture& picture) {
  std::string ranges;
  for (int k = 0; k < 2; ++k) {
    double low = picture.labeled.col(k).minCoeff();
    double high = picture.labeled.col(k).maxCoeff();
    for (const Landing& landing : picture.landings) {
      if (landing.unlabeled.rows() == 0) continue;
      low = std::min(low, landing.unlabeled.col(k).minCoeff());
      high = std::max(high, landing.unlabeled.col(k).maxCoeff());
    }
    ranges += roomy_range(k == 0 ? "x" : "y", low, high);
  }
  return ranges;
}

Key key_of(const EmbeddingPicture& picture) {
  std::vector<KeyEntry> entries = class_entries(picture.class_names);
  entries.push_back({"points pointtype 6 pointsize 1.9 linewidth 1.5 linecolor rgb 'black'", "labeled"});
  const auto any = [&](auto has) { return std::ranges::any_of(picture.landings, has); };
  if (any([](const Landing& landing) { return landing.unlabeled.rows() > 0; })) {
    entries.push_back({"points pointtype 7 pointsize 0.75 linecolor rgb 'black'", "unlabeled"});
  }
  if (any([](const Landing& landing) { return !landing.wrong.empty(); })) {
    entries.push_back({std::string("points ") + kWrongMark, "wrong"});
  }
  return {entries};
}

}  // namespace

void draw_embedding(const std::filesystem::path& base, const EmbeddingPicture& picture) {
  constexpr int kAxis = 75;  // room for the tics and the title of an axis
  constexpr int kGap = 20;
  constexpr int kPageWidth = 1200;
  check(picture);
  const auto n_panels = static_cast<int>(picture.landings.size());
  const int panel_width = std::max(kPageWidth / n_panels, 300);
  const Key key = key_of(picture);
  const int width = n_panels * (kAxis + panel_width) + kGap + key.width();
  GnuplotPicture drawn{width, 560, all_points(picture), ""};
  drawn.plots =
      "set xlabel 'coordinate 1'\nset ylabel 'coordinate 2'\n" + common_ranges(picture) + clean_axes();
  Panel panel{0.0, 0.0, 0.13, 0.93};
  for (int i = 0; i < n_panels; ++i) {
    panel.left = panel.right + kAxis / static_cast<double>(width);
    panel.right = panel.left + panel_width / static_cast<double>(width);
    drawn.plots += panel.margins() + plot_points(picture.landings[i], i) + "unset ylabel\n";
  }
  drawn.plots += key.plot({panel.right + kGap / static_cast<double>(width), 1.0, 0.0, 0.98});
  write_picture(base, drawn);
}

}  // namespace sosi::plot
