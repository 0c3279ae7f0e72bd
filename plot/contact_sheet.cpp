// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <numeric>

#include "plot/gnuplot.hpp"
#include "plot/plot_parts.hpp"
#include "plot/pictures.hpp"

namespace sosi::io {

namespace {

void check(const ImageSet& images) {
  require_for_picture(images.samples.rows() > 0, "there must be at least one image");
  require_for_picture(images.samples.cols() == images.height * images.width && images.samples.cols() > 0,
                      "images must have height x width pixels");
  require_for_picture(
      std::ssize(images.classes) == images.samples.rows() && std::ranges::min(images.classes) >= 0,
      "every image must have a class");
}

/// At most `n_most` of the items, the first and then at even distances.
Indices evenly_chosen(const Indices& items, Index n_most) {
  const auto n_items = static_cast<Index>(items.size());
  const Index n_chosen = std::min(n_items, n_most);
  Indices chosen;
  for (Index i = 0; i < n_chosen; ++i)
    chosen.push_back(items[static_cast<std::size_t>(i * n_items / n_chosen)]);
  return chosen;
}

/// The images of a contact sheet, a row a class.
struct Sheet {
  std::vector<Indices> rows;
  Indices classes;
  Index n_columns = 0;
};

Sheet lay_out(const ImageSet& images) {
  constexpr Index kMostRows = 40;
  constexpr Index kMostColumns = 14;
  const int last_class = *std::ranges::max_element(images.classes);
  std::vector<Indices> members(static_cast<std::size_t>(last_class) + 1);
  for (std::size_t i = 0; i < images.classes.size(); ++i) {
    members[static_cast<std::size_t>(images.classes[i])].push_back(static_cast<Index>(i));
  }
  Indices classes(members.size());
  std::iota(classes.begin(), classes.end(), Index{0});
  Sheet sheet;
  sheet.classes = evenly_chosen(classes, kMostRows);
  for (const Index c : sheet.classes) {
    sheet.rows.push_back(evenly_chosen(members[static_cast<std::size_t>(c)], kMostColumns));
    sheet.n_columns = std::max(sheet.n_columns, static_cast<Index>(sheet.rows.back().size()));
  }
  return sheet;
}

/// All images of a sheet in one, with white gaps of a pixel between them.
Matrix assemble(const Sheet& sheet, const ImageSet& images) {
  const auto n_rows = static_cast<Index>(sheet.rows.size());
  Matrix page = Matrix::Ones(n_rows * (images.height + 1) - 1, sheet.n_columns * (images.width + 1) - 1);
  for (Index row = 0; row < n_rows; ++row) {
    Index left = 0;
    for (const Index sample : sheet.rows[static_cast<std::size_t>(row)]) {
      page.block(row * (images.height + 1), left, images.height, images.width) =
          images.samples.row(sample).reshaped<Eigen::RowMajor>(images.height, images.width);
      left += images.width + 1;
    }
  }
  return page;
}

/// The pixels in 256 shades of gray, a line a row.
std::string pixel_lines(const Matrix& page) {
  std::string lines;
  for (Index row = 0; row < page.rows(); ++row) {
    for (Index column = 0; column < page.cols(); ++column) {
      lines += std::to_string(std::lround(255.0 * std::clamp(page(row, column), 0.0, 1.0)));
      lines += column + 1 < page.cols() ? ' ' : '\n';
    }
  }
  return lines;
}

/// The classes beside the middles of their rows.
std::string class_tics(const Sheet& sheet, Index image_height) {
  std::string tics;
  double middle = 0.5 * static_cast<double>(image_height - 1);
  for (const Index c : sheet.classes) {
    tics += (tics.empty() ? "" : ", ") + quoted(std::to_string(c)) + " " + plot_text(middle);
    middle += static_cast<double>(image_height + 1);
  }
  return tics;
}

GnuplotPicture contact_sheet(const ImageSet& images) {
  constexpr double kWidth = 1200.0;
  constexpr double kLeft = 60.0;
  constexpr double kMargin = 20.0;
  const Sheet sheet = lay_out(images);
  const Matrix page = assemble(sheet, images);
  const auto n_rows = static_cast<double>(page.rows());
  const auto n_columns = static_cast<double>(page.cols());
  const double height = std::round(2.0 * kMargin + (kWidth - kLeft - kMargin) * n_rows / n_columns);
  const Panel panel{kLeft / kWidth, 1.0 - kMargin / kWidth, kMargin / height, 1.0 - kMargin / height};

  GnuplotPicture picture;
  picture.width = static_cast<int>(kWidth);
  picture.height = static_cast<int>(height);
  picture.data = data_block("page", pixel_lines(page));
  picture.plot = panel.margins() +
                 "unset border\nunset key\nunset colorbox\nunset xtics\nset palette gray gamma 1\n"
                 "set cbrange [0:255]\nset ytics scale 0 (" +
                 class_tics(sheet, images.height) + ")\n" + "set xrange [-0.5:" + plot_text(n_columns - 0.5) +
                 "]\n" + "set yrange [" + plot_text(n_rows - 0.5) + ":-0.5]\n" +
                 "plot $page matrix with image\n";
  return picture;
}

}  // namespace

}  // namespace sosi::io

namespace sosi {

void draw_contact_sheet(const std::filesystem::path& base, const ImageSet& images) {
  io::check(images);
  io::write_picture(base, io::contact_sheet(images));
}

}  // namespace sosi
