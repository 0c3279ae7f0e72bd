// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sosi/core/matrix.hpp"

namespace sosi::plot {

/// Labeled samples in their embedding, and all others with the doubt about their labels.
struct DoubtPicture {
  Matrix labeled;  ///< one sample a row, one coordinate or more
  std::vector<int> labeled_classes;
  std::vector<std::string> class_names;  ///< one for each class
  Matrix samples;                        ///< the others: where they are expected
  Matrix probabilities;                  ///< of every class, a row for each of them
};

/// Throws `InvalidInput` unless the name of the file ends with .svg or .png.
void check_picture_name(const std::filesystem::path& file);

/// Draws one coordinate over a strip per class, two as they are, and more of them as a circle of classes
/// (`ClassCircle`), into one file. The less probable a label is, the larger is its mark; where the doubt is
/// above 0.1, a ring has the color of the runner-up.
void draw_doubt(const std::filesystem::path& file, const DoubtPicture& picture);

}  // namespace sosi::plot
