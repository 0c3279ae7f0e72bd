// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/io/samples.hpp"

namespace sosi::io {

/// The image in another size, by a triangle filter that is as wide as two new pixels where the image becomes
/// smaller, so that nothing is left out, and as two old ones (bilinear interpolation) where it becomes
/// larger.
Matrix resized(const Matrix& image, ImageSize size);

}  // namespace sosi::io
