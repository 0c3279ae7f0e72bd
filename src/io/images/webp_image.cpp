// SPDX-License-Identifier: BSD-3-Clause
#ifdef SOSI_HAS_WEBP
#include <webp/decode.h>

#include "io/images/raster.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

// A lossless image of one color takes no bits for its pixels.
constexpr std::uint64_t kPixelsOfOneColor = std::uint64_t{1} << 22;
constexpr std::uint64_t kMaxWebpPixelsPerByte = 4096;

}  // namespace

Raster decode_webp(std::span<const std::byte> bytes) {
  const auto* const data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(data, bytes.size(), &features) != VP8_STATUS_OK) throw IoError("is a damaged WebP");
  if (features.has_animation != 0) throw IoError("is a WebP animation, which is not read");
  const ImageSize size{features.height, features.width};
  check_declared_size(size, kPixelsOfOneColor + bytes.size() * kMaxWebpPixelsPerByte);
  const int n_row_bytes = 4 * features.width;
  Raster raster{size, 4, 255, std::vector<std::uint8_t>(static_cast<std::size_t>(n_row_bytes) * size.height)};
  if (WebPDecodeRGBAInto(data, bytes.size(), raster.samples.data(), raster.samples.size(), n_row_bytes) ==
      nullptr) {
    throw IoError("is a damaged WebP");
  }
  return raster;
}

}  // namespace sosi::io
#endif
