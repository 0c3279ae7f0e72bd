// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>

#include "io/gnuplot.hpp"
#include "io/plot_parts.hpp"
#include "sosi/data/labels.hpp"
#include "sosi/io/pictures.hpp"

namespace sosi::io {

namespace {

// Chosen one by one to be as far as possible, in the Oklab color space, from those before; neither too light
// for a white page nor too dark to be told from the outlines.
constexpr std::array kColors = {0x1f77b4, 0xd62728, 0x2ca02c, 0xff9f1a, 0x9457c8, 0x17c3d6, 0x6b3e12,
                                0xf48fd8, 0x331f99, 0xa3e03d, 0x7a0066, 0xa37a52, 0x00475c, 0x005c00,
                                0x99a3ff, 0xd64799, 0xa3b885, 0x7a5c7a, 0xff7070, 0x008570};
constexpr int kGray = 0xb0b0b0;
constexpr int kSeeThrough = 0x50000000;

// Filled marks of gnuplot; each has its outline one number below. Six of them and twenty colors make sixty
// different pairs, and on a gray print classes of neighboring numbers still differ in shape.
constexpr std::array kMarks = {7, 5, 9, 13, 11, 15};

constexpr const char* kWrongMark = "pointtype 2 pointsize 0.75 linewidth 1.4 linecolor rgb 'black'";

int color_of(int class_index) {
  if (class_index == kUnlabeled) return kGray;
  return kColors[static_cast<std::size_t>(class_index) % kColors.size()];
}

int mark_of(int class_index) {
  return class_index == kUnlabeled ? kMarks[0]
                                   : kMarks[static_cast<std::size_t>(class_index) % kMarks.size()];
}

void check(const EmbeddingPicture& picture) {
  const auto n_classes = static_cast<int>(picture.class_names.size());
  const auto is_class = [&](int c) { return c >= 0 && c < n_classes; };
  require_for_picture(picture.labeled.cols() >= 2, "an embedding must have at least two coordinates");
  require_for_picture(picture.labeled.rows() > 0, "there must be at least one labeled sample");
  require_for_picture(picture.labeled.rows() == std::ssize(picture.labeled_classes),
                      "every labeled sample must have a class");
  require_for_picture(std::ranges::all_of(picture.labeled_classes, is_class),
                      "every labeled class must have a name");
  require_for_picture(!picture.landings.empty(), "there must be at least one panel");
  for (const Landing& landing : picture.landings) {
    require_for_picture(landing.unlabeled.rows() == std::ssize(landing.classes),
                        "every unlabeled sample must have a predicted class");
    require_for_picture(landing.unlabeled.rows() == 0 || landing.unlabeled.cols() == picture.labeled.cols(),
                        "labeled and unlabeled samples must have the same number of coordinates");
    require_for_picture(landing.wrong.empty() || landing.wrong.size() == landing.classes.size(),
                        "every unlabeled sample must be known as right or wrong, or none");
    require_for_picture(
        std::ranges::all_of(landing.classes, [&](int c) { return c == kUnlabeled || is_class(c); }),
        "every predicted class must have a name");
  }
}

/// Lines of: two coordinates, mark, color.
std::string points(const Matrix& coordinates, const std::vector<int>& classes, int see_through) {
  std::string lines;
  for (Index i = 0; i < coordinates.rows(); ++i) {
    const int c = classes[i];
    lines += data_line(coordinates(i, 0), coordinates(i, 1), mark_of(c), color_of(c) + see_through);
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
    const double edge = high > low ? 0.05 * (high - low) : 1.0;
    ranges += std::string(k == 0 ? "set xrange [" : "set yrange [") + plot_text(low - edge) + ":" +
              plot_text(high + edge) + "]\n";
  }
  return ranges;
}

constexpr int kMostLegendRows = 23;

/// A plot of nothing but its key.
std::string legend(const EmbeddingPicture& picture, const Panel& panel) {
  const auto key = [](const std::string& style, const std::string& title) {
    return ", keyentry with points " + style + " title " + quoted(title);
  };
  std::string plot = panel.margins() +
                     "unset border\nunset tics\nunset grid\nunset xlabel\nunset ylabel\nunset title\n"
                     "set xrange [0:1]\nset yrange [0:1]\n"
                     "set key at graph 0,1 left top Left reverse samplen 1 spacing 1.25 maxrows " +
                     plot_text(kMostLegendRows) + "\nplot NaN notitle";
  for (std::size_t i = 0; i < picture.class_names.size(); ++i) {
    const int c = static_cast<int>(i);
    const std::string look =
        "pointtype " + plot_text(mark_of(c)) + " linecolor rgb " + plot_text(color_of(c));
    plot += key("pointsize 1.5 " + look, picture.class_names[i]);
  }
  plot += key("pointtype 6 pointsize 1.9 linewidth 1.5 linecolor rgb 'black'", "labeled");
  const auto any = [&](auto has) { return std::ranges::any_of(picture.landings, has); };
  if (any([](const Landing& landing) { return landing.unlabeled.rows() > 0; })) {
    plot += key("pointtype 7 pointsize 0.75 linecolor rgb 'black'", "unlabeled");
  }
  if (any([](const Landing& landing) { return !landing.wrong.empty(); })) plot += key(kWrongMark, "wrong");
  return plot + "\n";
}

/// In pixels.
int legend_width(const EmbeddingPicture& picture) {
  std::size_t longest = std::string("unlabeled").size();
  for (const std::string& name : picture.class_names) longest = std::max(longest, name.size());
  constexpr int kOtherEntries = 3;
  const int n_entries = static_cast<int>(picture.class_names.size()) + kOtherEntries;
  const int n_columns = (n_entries + kMostLegendRows - 1) / kMostLegendRows;
  return n_columns * (55 + 9 * static_cast<int>(longest));
}

GnuplotPicture embedding(const EmbeddingPicture& picture) {
  constexpr int kAxis = 75;  // room for the tics and the title of an axis
  constexpr int kGap = 20;
  constexpr int kPageWidth = 1200;
  const auto n_panels = static_cast<int>(picture.landings.size());
  const int panel_width = std::max(kPageWidth / n_panels, 300);
  GnuplotPicture drawn;
  drawn.width = n_panels * (kAxis + panel_width) + kGap + legend_width(picture);
  drawn.height = 560;
  drawn.data = all_points(picture);
  drawn.plot = "set multiplot\nunset key\nset xlabel 'coordinate 1'\nset ylabel 'coordinate 2'\n" +
               common_ranges(picture) + clean_axes();
  Panel panel{0.0, 0.0, 0.13, 0.93};
  for (int i = 0; i < n_panels; ++i) {
    panel.left = panel.right + kAxis / static_cast<double>(drawn.width);
    panel.right = panel.left + panel_width / static_cast<double>(drawn.width);
    drawn.plot += panel.margins() + plot_points(picture.landings[i], i);
    drawn.plot += "unset ylabel\n";
  }
  const Panel aside{panel.right + kGap / static_cast<double>(drawn.width), 1.0, 0.0, 0.98};
  drawn.plot += legend(picture, aside) + "unset multiplot\n";
  return drawn;
}

}  // namespace

}  // namespace sosi::io

namespace sosi {

void draw_embedding(const std::filesystem::path& base, const EmbeddingPicture& picture) {
  io::check(picture);
  io::write_picture(base, io::embedding(picture));
}

}  // namespace sosi
