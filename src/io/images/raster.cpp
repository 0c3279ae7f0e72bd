// SPDX-License-Identifier: BSD-3-Clause
#include "io/images/raster.hpp"

#include <string>

#include "io/images/image_file.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

// Of the weights below: whole numbers make a gray of three equal channels the same double as a gray of one.
constexpr double kSumOfWeights = 1000.0;

int weighted_sum(int red, int green, int blue) {
  return 299 * red + 587 * green + 114 * blue;
}

}  // namespace

void check_declared_size(ImageSize size, std::uint64_t n_possible_pixels) {
  if (size.height <= 0 || size.width <= 0) throw IoError("has no pixels");
  // Both are below 2^32, so that the product cannot wrap.
  const std::uint64_t n_pixels = static_cast<std::uint64_t>(size.height) * size.width;
  if (n_pixels > kMaxPixels) {
    throw IoError("is " + to_text(size) + ": must have at most " + std::to_string(kMaxPixels) + " pixels");
  }
  if (n_pixels > n_possible_pixels) {
    throw IoError("says that it is " + to_text(size) + ", more than its bytes can hold");
  }
}

Matrix gray_image(const Raster& raster) {
  const bool is_wide = raster.max_value > 255;
  const bool has_colors = raster.n_channels >= 3;
  const bool has_opacity = raster.n_channels % 2 == 0;
  const double white = kSumOfWeights * raster.max_value;
  const std::uint8_t* next = raster.samples.data();
  const auto sample = [&]() -> int {
    const int high = *next++;
    return is_wide ? 256 * high + *next++ : high;
  };
  Matrix image(raster.size.height, raster.size.width);
  for (double& pixel : image.reshaped<Eigen::RowMajor>()) {
    const int red = sample();
    const int green = has_colors ? sample() : red;
    const int blue = has_colors ? sample() : red;
    pixel = weighted_sum(red, green, blue) / white;
    if (has_opacity) pixel *= static_cast<double>(sample()) / raster.max_value;
  }
  return image;
}

}  // namespace sosi::io
