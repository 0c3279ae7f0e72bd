// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sosi::plot {

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

}  // namespace sosi::plot
