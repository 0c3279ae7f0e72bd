// SPDX-License-Identifier: BSD-3-Clause
#include "plot/explanation_picture.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "plot/doubt_picture.hpp"
#include "plot/gnuplot.hpp"
#include "plot/plot_parts.hpp"
#include "sosi/data/labels.hpp"

namespace sosi::plot {

namespace {

constexpr std::size_t kMostImages = 10;  // of a kind
constexpr std::size_t kMostRows = 100;
constexpr int kTile = 124;        // pixels from an image to the next
constexpr int kImage = 96;        // the longer side of a small image
constexpr int kLargeImage = 180;  // that of the explained one
constexpr int kLetters = 14;      // of a name below an image
constexpr int kLine = 17;
constexpr int kStrip = kImage + 5 * kLine;  // a heading, images, three lines below
constexpr int kBlock = 2 * kStrip + 3 * kLine;
constexpr int kLeft = 20;
constexpr int kStrips = kLeft + kLargeImage + 40;  // where the small images begin

std::string digits(const std::string& what, double value) {
  char text[32];
  std::snprintf(text, sizeof text, " %.3g", value);
  return what + text;
}

/// A page that grows by images and lines of text; heights are counted from its top.
class ImagePage {
 public:
  ImagePage(ImageSize size, Page page) : size_(size), page_(page) {}

  /// Centers an image in a square, in grays from 0, or its darkest pixel where that is below, to its
  /// brightest.
  void image(int left, int top, int side, const Vector& pixels) {
    const std::string name = "image" + std::to_string(n_images_++);
    data_ += data_block(name, matrix_lines(pixels.reshaped<Eigen::RowMajor>(size_.height, size_.width)));
    const double low = std::min(0.0, pixels.minCoeff());
    const double high = pixels.maxCoeff();
    const auto longest = static_cast<double>(std::max(size_.height, size_.width));
    const auto height = std::max(1, static_cast<int>(side * static_cast<double>(size_.height) / longest));
    const auto width = std::max(1, static_cast<int>(side * static_cast<double>(size_.width) / longest));
    plots_ += page_.panel(left + (side - width) / 2, page_.height - top - (side + height) / 2, width, height)
                  .margins() +
              range("cb", low, high > low ? high : low + 1.0) +
              range("x", -0.5, static_cast<double>(size_.width) - 0.5) +
              range("y", static_cast<double>(size_.height) - 0.5, -0.5) + "plot $" + name +
              " matrix with image\n";
  }

  void text(int left, int top, const std::string& words, const std::string& look = "font ',10'") {
    labels_ += "set label " + quoted(words) + " at screen " + plot_text(left / double(page_.width)) + "," +
               plot_text(1.0 - (top + 0.5 * kLine) / page_.height) + " left " + look + "\n";
  }

  /// Labels belong to the page: they are drawn with an empty plot.
  GnuplotPicture drawn() const {
    return {page_.width, page_.height, data_,
            "unset border\nunset colorbox\nunset tics\nset palette gray gamma 1\n" + plots_ + labels_ +
                "set xrange [0:1]\nset yrange [0:1]\nplot NaN notitle\n"};
  }

 private:
  ImageSize size_;
  Page page_;
  int n_images_ = 0;
  std::string data_;
  std::string plots_;
  std::string labels_;
};

/// Explains one row from a height of the page on.
class Block {
 public:
  Block(ImagePage& page, const Model& model, const Matrix& centers, int top)
      : page_(page), model_(model), centers_(centers), top_(top) {}

  void draw(const std::string& row, const Explanation& why, const Vector& sample) {
    page_.text(kLeft, top_,
               row + ": " + named(why.of_class, 40) + digits(", probability", why.probability) +
                   "; runner-up " + named(why.runner_up.of_class, 40) +
                   digits(", probability", why.runner_up.probability),
               "font ',12'");
    page_.image(kLeft, top_ + 3 * kLine, kLargeImage, sample);
    const int below = top_ + 3 * kLine + kLargeImage + 5;
    page_.text(kLeft, below, why.center ? "a sample of the fit" : why.is_far ? "new, and far" : "new");
    page_.text(kLeft, below + kLine, "distance in the embedding");
    page_.text(kLeft, below + 2 * kLine, from_class(why, why.of_class));
    page_.text(kLeft, below + 3 * kLine, from_class(why, why.runner_up.of_class));
    const std::size_t n = strip(top_ + 2 * kLine, "nearest labeled samples", why.labeled);
    const int beyond = kStrips + static_cast<int>(n) * kTile + kTile / 4;
    page_.text(beyond, top_ + 2 * kLine, "nearest of the runner-up", "font ',11'");
    tile(beyond, top_ + 3 * kLine, why.runner_up_labeled);
    strip(top_ + 2 * kLine + kStrip, "nearest samples of the fit", why.centers);
  }

 private:
  std::string named(int of_class, int n_most) const {
    return of_class == kUnlabeled ? "not known" : shortened(model_.classes()[of_class], n_most);
  }

  std::string from_class(const Explanation& why, int of_class) const {
    return digits("to " + named(of_class, kLetters) + ":", why.map_distances[of_class]);
  }

  void tile(int left, int top, const NearCenter& near) {
    page_.image(left, top, kImage, centers_.row(near.center));
    page_.text(left, top + kImage + 3, named(near.of_class, kLetters));
    page_.text(left, top + kImage + 3 + kLine, digits("distance", near.distance));
    const bool is_given = near.center < std::ssize(model_.labels());
    if (is_given || near.of_class != kUnlabeled) {
      page_.text(left, top + kImage + 3 + 2 * kLine,
                 is_given ? "given" : digits("probability", near.probability));
    }
  }

  std::size_t strip(int top, const std::string& heading, const std::vector<NearCenter>& all) {
    const std::size_t n = std::min(all.size(), kMostImages);
    page_.text(kStrips, top, heading, "font ',11'");
    for (std::size_t i = 0; i < n; ++i) tile(kStrips + static_cast<int>(i) * kTile, top + kLine, all[i]);
    return n;
  }

  ImagePage& page_;
  const Model& model_;
  const Matrix& centers_;
  int top_;
};

}  // namespace

void check_pictured(const Model& model) {
  require_for_picture(model.image_size().has_value(),
                      "the samples of the model must be images, and it must know their size");
}

void draw_explanations(const std::filesystem::path& file, const ExplanationReport& report,
                       const Matrix& samples) {
  check_picture_name(file);
  check_pictured(report.model);
  const std::size_t n_rows = report.rows.size();
  require_for_picture(n_rows >= 1 && n_rows <= kMostRows,
                      "there must be 1 to " + std::to_string(kMostRows) + " rows to explain");
  require_for_picture(report.explanations.size() == n_rows && samples.rows() == std::ssize(report.rows),
                      "every row must have a sample and an explanation");
  std::size_t n_tiles = 0;
  for (const Explanation& why : report.explanations) {
    n_tiles = std::max({n_tiles, why.labeled.size() + 2, why.centers.size() + 1});
  }
  const int n_across = static_cast<int>(std::min(n_tiles, kMostImages + 2));
  const Matrix centers = center_samples(report.model);
  ImagePage page(*report.model.image_size(),
                 {kStrips + n_across * kTile, static_cast<int>(n_rows) * kBlock + kLine});
  for (std::size_t i = 0; i < n_rows; ++i) {
    Block(page, report.model, centers, kLine / 2 + static_cast<int>(i) * kBlock)
        .draw("row " + std::to_string(report.rows[i]), report.explanations[i],
              samples.row(static_cast<Index>(i)));
  }
  write_picture_file(file, page.drawn());
}

}  // namespace sosi::plot
