// SPDX-License-Identifier: BSD-3-Clause
#include "plot/doubt_picture.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "plot/class_marks.hpp"
#include "plot/gnuplot.hpp"
#include "plot/plot_parts.hpp"

namespace sosi::plot {

namespace {

constexpr double kRinged = 0.1;         // doubt above which the runner-up is shown
constexpr std::size_t kMostNamed = 46;  // classes of a key in two columns
constexpr int kSeeThrough = 0x60000000;
constexpr double kSmallest = 0.5;

void check(const DoubtPicture& picture) {
  require_for_picture(picture.labeled.rows() > 0 && picture.labeled.cols() > 0,
                      "there must be at least one labeled sample with one coordinate");
  require_for_picture(picture.labeled.rows() == std::ssize(picture.labeled_classes),
                      "every labeled sample must have a class");
  const Index n = picture.samples.rows();
  require_for_picture(n == 0 || picture.samples.cols() == picture.labeled.cols(),
                      "all samples must have the same number of coordinates");
  require_for_picture(n == std::ssize(picture.classes) && n == std::ssize(picture.probability) &&
                          n == std::ssize(picture.runner_up),
                      "every sample must have a label, its probability and a runner-up");
}

/// The first two coordinates; where there is one, the second is the class, spread evenly over a strip.
Matrix places(const Matrix& coordinates, const std::vector<int>& classes) {
  if (coordinates.cols() > 1 || coordinates.rows() == 0) return coordinates;
  constexpr double kGolden = 0.6180339887498949;
  constexpr double kStrip = 0.7;
  Matrix all(coordinates.rows(), 2);
  std::vector<int> n_seen;
  for (Index i = 0; i < all.rows(); ++i) {
    const auto c = static_cast<std::size_t>(classes[i]);
    if (n_seen.size() <= c) n_seen.resize(c + 1, 0);
    const double turns = kGolden * n_seen[c]++;
    all.row(i) << coordinates(i, 0), classes[i] + kStrip * (turns - std::floor(turns) - 0.5);
  }
  return all;
}

std::string labeled_lines(const DoubtPicture& picture) {
  const Matrix points = places(picture.labeled, picture.labeled_classes);
  std::string lines;
  for (Index i = 0; i < points.rows(); ++i) {
    const int c = picture.labeled_classes[i];
    lines += data_line(points(i, 0), points(i, 1), class_mark(c), class_color(c));
  }
  return lines;
}

/// Lines of: two coordinates, size, color of the class, color of the runner-up; the doubtful ones last, in
/// front of the others.
std::string sample_lines(const DoubtPicture& picture, double least_doubt) {
  const Matrix points = places(picture.samples, picture.classes);
  Indices order(points.rows());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, std::greater(), [&](Index i) { return picture.probability[i]; });
  std::string lines;
  for (const Index i : order) {
    const double doubt = 1.0 - picture.probability[i];
    if (doubt < least_doubt) continue;
    lines += data_line(points(i, 0), points(i, 1), kSmallest + 1.5 * doubt,
                       class_color(picture.classes[i]) + (doubt < kRinged ? kSeeThrough : 0),
                       class_color(picture.runner_up[i]));
  }
  return lines;
}

Key key_of(const DoubtPicture& picture) {
  std::vector<KeyEntry> entries;
  if (picture.class_names.size() <= kMostNamed) entries = class_entries(picture.class_names);
  entries.push_back({"points pointtype 6 pointsize 1.9 linewidth 1.5 linecolor rgb 'black'", "labeled"});
  entries.push_back({"points pointtype 7 pointsize 0.5 linecolor rgb '#606060'", "certain"});
  entries.push_back({"points pointtype 7 pointsize 1.4 linecolor rgb '#606060'", "doubtful"});
  entries.push_back({"points pointtype 6 pointsize 1.4 linewidth 2 linecolor rgb '#606060'", "runner-up"});
  return {entries};
}

std::string ranges(const DoubtPicture& picture) {
  std::string text;
  const Index n = std::min<Index>(2, picture.labeled.cols());
  for (Index k = 0; k < n; ++k) {
    double low = picture.labeled.col(k).minCoeff();
    double high = picture.labeled.col(k).maxCoeff();
    if (picture.samples.rows() > 0) {
      low = std::min(low, picture.samples.col(k).minCoeff());
      high = std::max(high, picture.samples.col(k).maxCoeff());
    }
    text += roomy_range(k == 0 ? "x" : "y", low, high);
  }
  if (n == 2) return text + "set xlabel 'dimension 0'\nset ylabel 'dimension 1'\n";
  text += "set xlabel 'dimension 0'\nset ylabel 'class'\nset ytics (";
  for (std::size_t c = 0; c < picture.class_names.size(); ++c) {
    text += (c > 0 ? ", " : "") + quoted(picture.class_names[c]) + " " + plot_text(static_cast<int>(c));
  }
  return text + ")\n" + range("y", -0.5, static_cast<double>(picture.class_names.size()) - 0.5);
}

}  // namespace

void check_picture_name(const std::filesystem::path& file) {
  require_for_picture(file.extension() == ".svg" || file.extension() == ".png",
                      "the name of the file '" + file.string() + "' must end with .svg or .png");
}

void draw_doubt(const std::filesystem::path& file, const DoubtPicture& picture) {
  check_picture_name(file);
  check(picture);
  const Key key = key_of(picture);
  const Page page{1000 + key.width(), 720};
  std::string data = data_block("labeled", labeled_lines(picture));
  std::string plots = clean_axes() + ranges(picture) + page.panel(90, 70, 880, 620).margins() + "plot ";
  const std::string samples = sample_lines(picture, 0.0);
  const std::string doubtful = sample_lines(picture, kRinged);
  if (!samples.empty()) {
    data += data_block("samples", samples);
    plots += "$samples using 1:2:3:4 with points pointtype 7 pointsize variable linecolor rgb variable, ";
  }
  if (!doubtful.empty()) {
    data += data_block("doubtful", doubtful);
    plots +=
        "$doubtful using 1:2:3:5 with points pointtype 6 pointsize variable linewidth 2 linecolor rgb "
        "variable, ";
  }
  plots +=
      "$labeled using 1:2:3:4 with points pointsize 1.9 pointtype variable linecolor rgb variable, "
      "$labeled using 1:2:($3-1) with points pointsize 1.9 pointtype variable linewidth 1.5 linecolor rgb "
      "'black'\n";
  plots += key.plot(page.panel(990, 0, key.width(), 706));
  write_picture_file(file, {page.width, page.height, data, plots});
}

}  // namespace sosi::plot
