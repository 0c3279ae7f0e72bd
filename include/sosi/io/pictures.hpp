// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/data/synthetic.hpp"

namespace sosi {

// Every picture is written as BASE.svg and BASE.png by the program gnuplot. Files of that name are replaced
// only once the new pictures are complete. Throws `IoError` when gnuplot is missing or a file cannot be
// written.

/// Draws one row of images a class, evenly chosen from the class; of very many classes, evenly chosen ones.
void draw_contact_sheet(const std::filesystem::path& base, const ImageSet& images);

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

/// What happened in the rounds of a progressive run, an entry a round.
struct RoundsPicture {
  /// Another method's error, drawn as a horizontal line.
  struct Reference {
    std::string name;
    double error_percent = 0.0;
  };

  std::vector<double> centers;
  std::vector<double> error_percent;
  std::vector<double> median_confidence;
  std::vector<Reference> references;
};

/// Draws error and confidence against the number of centers.
void draw_rounds(const std::filesystem::path& base, const RoundsPicture& picture);

}  // namespace sosi
