// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <iosfwd>

#include "sosi/core/matrix.hpp"

namespace sosi {

/// Writes a matrix as a NumPy array (version 1.0, '<f8', C order); `IoError` when the stream fails.
void write_npy(std::ostream& out, const MatrixView& values);

}  // namespace sosi
