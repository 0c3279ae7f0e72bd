// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

namespace sosi::io {

/// A picture in the words of gnuplot.
struct GnuplotPicture {
  int width = 1200;  ///< pixels
  int height = 600;
  std::string data;  ///< named data blocks, read once
  std::string plot;  ///< commands, run once for each of the two files; no terminal, no output
};

/// Draws BASE.svg and BASE.png; files of that name are replaced only once both pictures are complete.
void write_picture(const std::filesystem::path& base, const GnuplotPicture& picture);

/// The text between quotes that gnuplot takes literally.
std::string quoted(const std::string& text);

}  // namespace sosi::io
