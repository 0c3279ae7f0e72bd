// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "sosi/fit/fit.hpp"

namespace sosi {

/// One of the paper's image sets, or what stands in for it: images of unit norm and all their labels.
struct PaperSet {
  std::string name;                    ///< what the images are, in a few words
  TrainingSet known;                   ///< row numbers are those of the file
  int n_components;                    ///< the paper's dimension of the embedding; at least 3
  std::vector<int> labeled_per_class;  ///< along the paper's figure of errors
  int usual_labeled_per_class;         ///< in its other figures

  /// The mean over the classes.
  double samples_per_class() const;
};

/// The paper's three image sets, each read or made when it is asked for.
struct PaperData {
  std::function<PaperSet()> yale;  ///< faces of 12 people under the 58 lights that all of them have
  std::function<PaperSet()> eth;   ///< 41 views of the first object of each of 8 categories
  std::function<PaperSet()> coil;  ///< the first 71 views of 20 objects on a turntable

  /// A folder with `extyaleb_20x17.npz`, `eth80_20x20.npz` and `coil20.npz`.
  static PaperData in_folder(const std::filesystem::path& folder);
  /// Synthetic images of the same structure, in 256 shades of gray.
  static PaperData synthetic();
};

/// Throws `IoError` unless the folder has all three files, naming those missing and where to get them.
void check_paper_files(const std::filesystem::path& folder);

}  // namespace sosi
