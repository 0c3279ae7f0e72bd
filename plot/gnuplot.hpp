// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

namespace sosi::plot {

/// A picture in the words of gnuplot.
struct GnuplotPicture {
  int width;  ///< pixels
  int height;
  std::string data;   ///< named data blocks, read once
  std::string plots;  ///< commands for one or more plots on a page; no terminal, no output
};

/// Draws BASE.svg and BASE.png; files of that name are replaced only once both pictures are complete. Throws
/// `IoError` when gnuplot is missing or a file cannot be written.
void write_picture(const std::filesystem::path& base, const GnuplotPicture& picture);

/// Draws one file, whose name ends with .svg or .png.
void write_picture_file(const std::filesystem::path& file, const GnuplotPicture& picture);

}  // namespace sosi::plot
