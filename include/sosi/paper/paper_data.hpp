// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "sosi/fit/fit.hpp"

namespace sosi {

/// One of the paper's image sets, or what stands in for it: images of unit norm and all their labels.
struct PaperSet {
  std::string name;   ///< what the images are, in a few words
  TrainingSet known;  ///< row numbers are those of the file
  int n_components;   ///< the paper's dimension of the embedding
  double samples_per_class;
};

/// Where the paper's image sets come from.
class PaperData {
 public:
  /// A folder with `extyaleb_20x17.npz`, `eth80_20x20.npz` and `coil20.npz`.
  static PaperData in_folder(std::filesystem::path folder);
  /// Synthetic images of the same structure, in 256 shades of gray.
  static PaperData synthetic();

  bool is_synthetic() const { return folder_.empty(); }

  /// Throws `IoError` unless every set can be had, naming all files that are missing and where to get them.
  void check_complete() const;

  /// Faces of 12 people under the 58 lights that all of them have.
  PaperSet yale() const;
  /// 41 views of the first object of each of 8 categories.
  PaperSet eth() const;
  /// The first 71 views of 20 objects on a turntable.
  PaperSet coil() const;

 private:
  std::filesystem::path folder_;
};

}  // namespace sosi
