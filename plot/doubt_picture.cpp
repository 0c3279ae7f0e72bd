// SPDX-License-Identifier: BSD-3-Clause
#include "plot/doubt_picture.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "plot/class_marks.hpp"
#include "plot/gnuplot.hpp"
#include "plot/plot_parts.hpp"
#include "sosi/model/calibration.hpp"
#include "sosi/model/class_circle.hpp"

namespace sosi::plot {

namespace {

constexpr double kRinged = 0.1;         // doubt above which the runner-up is shown
constexpr std::size_t kMostNamed = 46;  // classes of a key in two columns
constexpr int kSureSeeThrough = 0x60000000;
constexpr double kLabeledSize = 1.9;
constexpr int kLetter = 8;  // width of a letter beside the plot

void check(const DoubtPicture& picture) {
  require_for_picture(picture.labeled.rows() > 0 && picture.labeled.cols() > 0,
                      "there must be at least one labeled sample with one coordinate");
  require_for_picture(picture.labeled.rows() == std::ssize(picture.labeled_classes),
                      "every labeled sample must have a class");
  const Index n = picture.samples.rows();
  require_for_picture(n == 0 || picture.samples.cols() == picture.labeled.cols(),
                      "all samples must have the same number of coordinates");
  require_for_picture(n == picture.probabilities.rows() &&
                          (n == 0 || picture.probabilities.cols() == std::ssize(picture.class_names)),
                      "every sample must have a probability of every class");
}

/// Where all is drawn, and in which frame.
struct Scene {
  Matrix labeled;  ///< two coordinates each
  Matrix samples;
  std::string frame;  ///< ranges, axes and names
  int left, bottom;   ///< of the plot, in pixels
  int width = 880;
  int height = 620;
  double labeled_size = kLabeledSize;
  bool has_named_classes = false;
};

std::vector<int> most_probable_classes(const Matrix& probabilities) {
  std::vector<int> classes;
  for (Index i = 0; i < probabilities.rows(); ++i) {
    classes.push_back(most_probable({probabilities.row(i).data(), std::size_t(probabilities.cols())}));
  }
  return classes;
}

/// The coordinate, and above it the class, spread evenly over a strip.
Matrix in_strips(const Matrix& coordinates, const std::vector<int>& classes) {
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

std::string range_of(const std::string& axis, const Scene& scene, Index k) {
  double low = scene.labeled.col(k).minCoeff();
  double high = scene.labeled.col(k).maxCoeff();
  if (scene.samples.rows() > 0) {
    low = std::min(low, scene.samples.col(k).minCoeff());
    high = std::max(high, scene.samples.col(k).maxCoeff());
  }
  return roomy_range(axis, low, high);
}

Scene strips(const DoubtPicture& picture) {
  constexpr int kLongest = 32;
  Scene scene{in_strips(picture.labeled, picture.labeled_classes),
              in_strips(picture.samples, most_probable_classes(picture.probabilities)), "", 90, 70};
  scene.has_named_classes = true;
  const auto n_classes = static_cast<int>(picture.class_names.size());
  std::string tics;
  for (int c = 0; c < n_classes; ++c) {
    const std::string name = shortened(picture.class_names[c], kLongest);
    tics += (c > 0 ? ", " : "") + quoted(name) + " " + plot_text(c);
    scene.left = std::max(scene.left, 60 + kLetter * n_letters(name));
  }
  scene.frame = clean_axes() + range_of("x", scene, 0) + range("y", -0.5, n_classes - 0.5) +
                "set xlabel 'dimension 0'\nset ytics (" + tics + ")\n";
  return scene;
}

Scene plane(const DoubtPicture& picture) {
  Scene scene{picture.labeled, picture.samples, "", 90, 70};
  scene.frame = clean_axes() + range_of("x", scene, 0) + range_of("y", scene, 1) +
                "set xlabel 'dimension 0'\nset ylabel 'dimension 1'\n";
  return scene;
}

bool has_level_names(const DoubtPicture& picture) {
  constexpr std::size_t kMostLevel = 24;
  return picture.class_names.size() <= kMostLevel;
}

/// The names of the classes outside of their corners: along the rays where there are many of them, and then
/// not all.
std::string circle_names(const DoubtPicture& picture, const ClassCircle& circle, int longest) {
  constexpr std::size_t kMost = 120;
  const std::size_t n = circle.order.size();
  const std::size_t step = (n + kMost - 1) / kMost;
  const bool are_level = has_level_names(picture);
  std::string labels;
  for (std::size_t k = 0; k < n; k += step) {
    const int c = circle.order[k];
    const double x = circle.corners(c, 0);
    const double y = circle.corners(c, 1);
    const bool is_left = x < -1e-9;
    const bool is_middle = are_level && std::abs(x) < 0.05;
    const double turn = std::atan2(y, x) * 180.0 / std::numbers::pi + (is_left ? 180.0 : 0.0);
    const double distance = 1.03 + circle.radius + (is_middle ? 0.04 : 0.0);
    const std::string side = is_middle ? " center" : is_left ? " right" : " left";
    labels += "set label " + quoted(shortened(picture.class_names[c], longest)) + " at " +
              plot_text(distance * x) + "," + plot_text(distance * y) + side +
              (are_level ? "" : " rotate by " + plot_text(turn)) + " font ',11' textcolor rgb '#202020'\n";
  }
  return labels;
}

Scene circle(const DoubtPicture& picture) {
  constexpr double kDiameter = 560.0;
  const int longest = has_level_names(picture) ? 24 : 18;
  const Index n_labeled = picture.labeled.rows();
  Matrix all = Matrix::Zero(n_labeled + picture.samples.rows(), std::ssize(picture.class_names));
  for (Index i = 0; i < n_labeled; ++i) all(i, picture.labeled_classes[i]) = 1.0;
  if (picture.samples.rows() > 0) all.bottomRows(picture.samples.rows()) = picture.probabilities;
  const ClassCircle found = class_circle(all);
  int n_most = 0;
  for (const std::string& name : picture.class_names) n_most = std::max(n_most, n_letters(name));
  const int beside = 20 + kLetter * std::min(n_most, longest);  // room for names
  const int above = has_level_names(picture) ? 40 : beside;
  const auto across = static_cast<int>(kDiameter * (1.0 + found.radius));
  Scene scene{found.places.topRows(n_labeled), found.places.bottomRows(picture.samples.rows()), "", 10, 10};
  scene.width = across + 2 * beside;
  scene.height = across + 2 * above;
  scene.frame = range("x", -scene.width / kDiameter, scene.width / kDiameter) +
                range("y", -scene.height / kDiameter, scene.height / kDiameter) +
                "unset border\nunset tics\nset parametric\nset trange [0:2*pi]\nset samples 400\n" +
                circle_names(picture, found, longest);
  scene.labeled_size = std::min(1.0, 12.0 * found.radius);
  scene.has_named_classes = true;
  return scene;
}

Scene scene_of(const DoubtPicture& picture) {
  if (picture.labeled.cols() == 1) return strips(picture);
  return picture.labeled.cols() == 2 ? plane(picture) : circle(picture);
}

std::string labeled_lines(const DoubtPicture& picture, const Scene& scene) {
  std::string lines;
  for (Index i = 0; i < scene.labeled.rows(); ++i) {
    const int c = picture.labeled_classes[i];
    lines += data_line(scene.labeled(i, 0), scene.labeled(i, 1), class_mark(c), class_color(c));
  }
  return lines;
}

/// Lines of: two coordinates, size, color of the class, color of the runner-up, for samples with a doubt from
/// the least to below the most; the doubtful ones last, in front of the others.
std::string sample_lines(const DoubtPicture& picture, const Scene& scene, double least, double most) {
  const Vector probability = picture.probabilities.rowwise().maxCoeff();
  Indices order(scene.samples.rows());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, std::greater(), [&](Index i) { return probability(i); });
  std::string lines;
  for (const Index i : order) {
    const double doubt = 1.0 - probability(i);
    if (doubt < least || doubt >= most) continue;
    const auto row = picture.probabilities.row(i);
    const std::span<const double> all(row.data(), static_cast<std::size_t>(row.size()));
    const int c = most_probable(all);
    const bool is_ringed = doubt >= kRinged;
    // A mark with a ring is large enough to show both colors.
    lines += data_line(scene.samples(i, 0), scene.samples(i, 1), is_ringed ? 0.8 + 1.2 * doubt : 0.5,
                       class_color(c) + (is_ringed ? 0 : kSureSeeThrough),
                       class_color(runner_up(all, c).of_class));
  }
  return lines;
}

Key key_of(const DoubtPicture& picture, const Scene& scene) {
  std::vector<KeyEntry> entries;
  if (!scene.has_named_classes && picture.class_names.size() <= kMostNamed) {
    entries = class_entries(picture.class_names);
  }
  entries.push_back({"points pointtype 6 pointsize 1.5 linewidth 1.5 linecolor rgb 'black'", "labeled"});
  entries.push_back({"points pointtype 7 pointsize 0.5 linecolor rgb '#606060'", "certain"});
  entries.push_back({"points pointtype 7 pointsize 1.4 linecolor rgb '#606060'", "doubtful"});
  entries.push_back({"points pointtype 6 pointsize 1.4 linewidth 2 linecolor rgb '#606060'", "runner-up"});
  return {entries};
}

}  // namespace

void check_picture_name(const std::filesystem::path& file) {
  require_for_picture(file.extension() == ".svg" || file.extension() == ".png",
                      "the name of the file '" + file.string() + "' must end with .svg or .png");
}

void draw_doubt(const std::filesystem::path& file, const DoubtPicture& picture) {
  check_picture_name(file);
  check(picture);
  const Scene scene = scene_of(picture);
  const Key key = key_of(picture, scene);
  const int beyond = scene.left + scene.width + 20;
  const Page page{beyond + 10 + key.width(), scene.bottom + scene.height + 30};
  const std::string certain = sample_lines(picture, scene, 0.0, kRinged);
  const std::string doubtful = sample_lines(picture, scene, kRinged, 1.0);
  const std::string size = plot_text(scene.labeled_size);
  std::string data = data_block("labeled", labeled_lines(picture, scene));
  std::string plots =
      scene.frame + page.panel(scene.left, scene.bottom, scene.width, scene.height).margins() + "plot ";
  if (picture.labeled.cols() > 2) plots += "cos(t),sin(t) with lines linecolor rgb '#e4e4e4', ";
  if (!certain.empty()) {
    data += data_block("certain", certain);
    plots += "$certain using 1:2:3:4 with points pointtype 7 pointsize variable linecolor rgb variable, ";
  }
  plots += "$labeled using 1:2:3:4 with points pointsize " + size +
           " pointtype variable linecolor rgb variable, $labeled using 1:2:($3-1) with points pointsize " +
           size + " pointtype variable linewidth 1.2 linecolor rgb 'black'";
  if (!doubtful.empty()) {
    data += data_block("doubtful", doubtful);
    plots +=
        ", $doubtful using 1:2:3:4 with points pointtype 7 pointsize variable linecolor rgb variable, "
        "$doubtful using 1:2:3:5 with points pointtype 6 pointsize variable linewidth 1.6 linecolor rgb "
        "variable";
  }
  plots +=
      "\nunset label\nunset parametric\n" + key.plot(page.panel(beyond, 0, key.width(), page.height - 14));
  write_picture_file(file, {page.width, page.height, data, plots});
}

}  // namespace sosi::plot
