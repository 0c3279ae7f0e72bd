// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sosi/core/matrix.hpp"

namespace sosi::plot {

/// Where unlabeled samples land in an embedding at one moment: a panel of the picture.
struct Landing {
  std::string title;
  Matrix unlabeled;          ///< one sample a row, two coordinates or more
  std::vector<int> classes;  ///< predicted; `kUnlabeled` draws a gray dot
  std::vector<bool> wrong;   ///< empty where the truth is not known
};

/// Labeled samples in their embedding, and unlabeled ones as they land.
struct EmbeddingPicture {
  Matrix labeled;  ///< one sample a row, two coordinates or more
  std::vector<int> labeled_classes;
  std::vector<std::string> class_names;  ///< one for each class
  std::vector<Landing> landings;         ///< a panel each, from left to right
};

/// Draws the first two coordinates of every landing side by side: labeled samples as large outlined marks,
/// unlabeled ones as small marks, wrong ones crossed.
void draw_embedding(const std::filesystem::path& base, const EmbeddingPicture& picture);

}  // namespace sosi::plot
