// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/core/matrix.hpp"

namespace sosi {

/// Labeled samples and where an embedding puts them: what an extension to other samples starts from.
struct EmbeddedSamples {
  MatrixView samples;
  MatrixView coordinates;  ///< a row for every row of `samples`
};

}  // namespace sosi
