// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sosi/io/samples.hpp"

namespace sosi::io {

/// No image may have more pixels.
inline constexpr std::uint64_t kMaxPixels = std::uint64_t{1} << 26;

/// An image as it is stored, row by row.
struct Raster {
  ImageSize size;
  int n_channels = 1;   ///< gray, gray and opacity, RGB, RGB and opacity
  int max_value = 255;  ///< white; above 255 a sample has two bytes, the higher one first
  std::vector<std::uint8_t> samples;
};

// Each throws `IoError` with the reason alone for an image that is damaged or of an unsupported kind.
Raster decode_png(std::span<const std::byte> bytes);
Raster decode_jpeg(std::span<const std::byte> bytes);
/// PGM and PPM, plain or raw.
Raster decode_netpbm(std::span<const std::byte> bytes);
/// The first frame.
Raster decode_gif(std::span<const std::byte> bytes);
/// Uncompressed.
Raster decode_bmp(std::span<const std::byte> bytes);
#ifdef SOSI_HAS_TIFF
/// The first page.
Raster decode_tiff(std::span<const std::byte> bytes);
#else
inline constexpr Raster (*decode_tiff)(std::span<const std::byte>) = nullptr;
#endif
#ifdef SOSI_HAS_WEBP
Raster decode_webp(std::span<const std::byte> bytes);
#else
inline constexpr Raster (*decode_webp)(std::span<const std::byte>) = nullptr;
#endif

/// To be called before memory is taken for an image: throws `IoError` when it has no pixels, more than
/// `kMaxPixels`, or more than the bytes of its file can stand for.
void check_declared_size(ImageSize size, std::uint64_t n_possible_pixels);

/// Brightness in [0, 1] over black, one row of pixels a row: 0.299 R + 0.587 G + 0.114 B of ITU-R 601.
Matrix gray_image(const Raster& raster);

}  // namespace sosi::io
