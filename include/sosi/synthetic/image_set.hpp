// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sosi/core/matrix.hpp"

namespace sosi {

/// Images of known structure, each with its class.
struct ImageSet {
  Matrix samples;            ///< one image per row, its pixel rows from top to bottom; values in [0, 1],
                             ///< in 256 shades
  std::vector<int> classes;  ///< from 0, ascending
  Index height = 0;
  Index width = 0;
};

}  // namespace sosi
