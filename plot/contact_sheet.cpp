// SPDX-License-Identifier: BSD-3-Clause
#include "plot/contact_sheet.hpp"

#include <algorithm>
#include <cmath>

#include "plot/gnuplot.hpp"
#include "plot/plot_parts.hpp"

namespace sosi::plot {

namespace {

/// The images of every class, at most so many, the first and then at even distances.
std::vector<Indices> chosen_of_each_class(const std::vector<int>& classes, Index n_most) {
  std::vector<Indices> members(static_cast<std::size_t>(std::ranges::max(classes)) + 1);
  for (std::size_t i = 0; i < classes.size(); ++i)
    members[static_cast<std::size_t>(classes[i])].push_back(static_cast<Index>(i));
  for (Indices& all : members) {
    const Index n_chosen = std::min(std::ssize(all), n_most);
    Indices chosen;
    for (Index i = 0; i < n_chosen; ++i) chosen.push_back(all[i * std::ssize(all) / n_chosen]);
    all = std::move(chosen);
  }
  return members;
}

/// All images in one, a row a class, with white gaps of a pixel between them.
Matrix assemble(const std::vector<Indices>& rows, const ImageSet& images) {
  const Index n_columns = std::ssize(*std::ranges::max_element(rows, {}, &Indices::size));
  Matrix page = Matrix::Ones(std::ssize(rows) * (images.height + 1) - 1, n_columns * (images.width + 1) - 1);
  Index top = 0;
  for (const Indices& row : rows) {
    Index left = 0;
    for (const Index sample : row) {
      page.block(top, left, images.height, images.width) =
          images.samples.row(sample).reshaped<Eigen::RowMajor>(images.height, images.width);
      left += images.width + 1;
    }
    top += images.height + 1;
  }
  return page;
}

/// The classes beside the middles of their rows.
std::string class_tics(std::size_t n_classes, Index image_height) {
  std::string tics;
  double middle = 0.5 * static_cast<double>(image_height - 1);
  for (std::size_t c = 0; c < n_classes; ++c) {
    tics += (c == 0 ? "" : ", ") + quoted(std::to_string(c)) + " " + plot_text(middle);
    middle += static_cast<double>(image_height + 1);
  }
  return tics;
}

}  // namespace

void draw_contact_sheet(const std::filesystem::path& base, const ImageSet& images) {
  constexpr Index kMostColumns = 14;
  constexpr double kWidth = 1200.0;
  constexpr double kLeft = 60.0;
  constexpr double kMargin = 20.0;
  constexpr double kWhite = 255.0;
  require_for_picture(images.samples.cols() == images.height * images.width && images.samples.size() > 0,
                      "images must have height x width pixels");
  require_for_picture(
      std::ssize(images.classes) == images.samples.rows() && std::ranges::min(images.classes) >= 0,
      "every image must have a class");
  const std::vector<Indices> rows = chosen_of_each_class(images.classes, kMostColumns);
  const Matrix page = (kWhite * assemble(rows, images).array().max(0.0).min(1.0)).round();
  const auto n_rows = static_cast<double>(page.rows());
  const auto n_columns = static_cast<double>(page.cols());
  const double height = std::round(2.0 * kMargin + (kWidth - kLeft - kMargin) * n_rows / n_columns);
  const Panel panel{kLeft / kWidth, 1.0 - kMargin / kWidth, kMargin / height, 1.0 - kMargin / height};
  write_picture(base,
                {static_cast<int>(kWidth), static_cast<int>(height), data_block("page", matrix_lines(page)),
                 panel.margins() +
                     "unset border\nunset colorbox\nunset xtics\nset palette gray gamma 1\n"
                     "set cbrange [0:255]\nset ytics scale 0 (" +
                     class_tics(rows.size(), images.height) + ")\n" + range("x", -0.5, n_columns - 0.5) +
                     range("y", n_rows - 0.5, -0.5) + "plot $page matrix with image\n"});
}

}  // namespace sosi::plot
