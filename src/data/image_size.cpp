// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/data/image_size.hpp"

#include <algorithm>

namespace sosi {

namespace {

// To the nearest integer, and at least 1.
Index scaled(Index length, Index longest) {
  return std::max<Index>((2 * length * kLongestAutoSide + longest) / (2 * longest), 1);
}

}  // namespace

std::string to_text(ImageSize size) {
  return std::to_string(size.height) + " x " + std::to_string(size.width);
}

ImageSize auto_image_size(ImageSize stored) {
  const Index longest = std::max(stored.height, stored.width);
  if (longest <= kLongestAutoSide) return stored;
  return {scaled(stored.height, longest), scaled(stored.width, longest)};
}

}  // namespace sosi
