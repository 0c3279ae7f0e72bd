// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sosi/core/matrix.hpp"

namespace sosi {

/// In pixels.
struct ImageSize {
  Index height = 0;
  Index width = 0;

  bool operator==(const ImageSize&) const = default;
};

/// "20 x 17".
std::string to_text(ImageSize size);

/// The longer side, in pixels, of images that `image_size = auto` makes smaller.
inline constexpr Index kLongestAutoSide = 32;

/// What `image_size = auto` means for images of this size: those with a longer side are made smaller, in
/// proportion; others stay as they are.
ImageSize auto_image_size(ImageSize stored);

}  // namespace sosi
