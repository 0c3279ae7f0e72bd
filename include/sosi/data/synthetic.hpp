// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

/// Images of known structure, each with its class.
struct ImageSet {
  Matrix samples;            ///< one image a row, its pixel rows from top to bottom; values in [0, 1],
                             ///< in 256 shades
  std::vector<int> classes;  ///< from 0, ascending
  Index height = 0;
  Index width = 0;
};

/// Twelve random smooth faces of 20 x 17 pixels, each under the same 58 lights, with attached and cast
/// shadows: the structure of the Yale faces, where the light changes an image more than the person does.
///
/// The same seed gives the same bits for any number of threads.
ImageSet make_lambert(std::uint64_t seed, ThreadPool& threads);

/// Twenty random solids of 32 x 32 pixels on a turntable, 72 views each, 5 degrees apart: the structure of
/// COIL-20, where every class is a closed curve.
///
/// The same seed gives the same bits for any number of threads.
ImageSet make_turntable(std::uint64_t seed, ThreadPool& threads);

}  // namespace sosi
