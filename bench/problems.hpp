// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sosi/fit/fit.hpp"

namespace sosi::bench {

inline constexpr Index kCenters = 1420;  ///< the first 71 views of the 20 objects of COIL-20
inline constexpr int kComponents = 25;

/// What is fitted, and what it is in a few words.
struct Problem {
  std::string name;
  TrainingSet training;
};

/// COIL-20 from a folder, or the synthetic images that stand in for it (`synthetic`), with 12 labels an
/// object.
Problem turntable(const std::string& data);

/// Noisy closed surfaces of 5 classes in 100 dimensions, with 20 labels per class.
Problem surfaces(Index n_samples);

/// The laplacian embedding of so many dimensions, each with a fixed scale of its own.
FitOptions fixed_scales(int n_components, int rounds);

/// Independent standard normal entries.
Matrix random_matrix(Index rows, Index cols);

}  // namespace sosi::bench
