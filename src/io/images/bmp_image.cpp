// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <string>

#include "io/images/byte_cursor.hpp"
#include "io/images/raster.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

using Color = std::array<std::uint8_t, 3>;

constexpr const char* kBmp = "BMP";
constexpr std::uint32_t kOldHeader = 12;
constexpr std::uint32_t kHeader = 40;
constexpr std::uint32_t kUncompressed = 0;
constexpr std::uint32_t kMasked = 3;

// The bits of a channel in a pixel.
struct Mask {
  std::uint32_t bits = 0;

  std::uint8_t value_in(std::uint32_t pixel) const {
    if (bits == 0) return 0;
    const int shift = std::countr_zero(bits);
    const std::uint64_t most = bits >> shift;
    return static_cast<std::uint8_t>(255 * static_cast<std::uint64_t>((pixel & bits) >> shift) / most);
  }
};

class BmpReader {
 public:
  explicit BmpReader(std::span<const std::byte> bytes) : bytes_(bytes), header_(bytes, kBmp) {}

  Raster read() {
    constexpr std::size_t kBeforeOffset = 10;
    header_.skip(kBeforeOffset);
    const std::uint32_t offset = header_.number(4);
    read_header();
    check_declared_size(size_, bytes_.size() * 8 / n_bits_);
    if (n_bits_ <= 8) read_palette();
    ByteCursor pixels(bytes_, kBmp);
    pixels.skip(offset);
    const std::size_t n_row_bytes = (static_cast<std::size_t>(size_.width) * n_bits_ + 31) / 32 * 4;
    Raster raster{size_, 3, 255, std::vector<std::uint8_t>(3 * size_.height * size_.width)};
    for (Index i = 0; i < size_.height; ++i) {
      const Index row = is_upside_down_ ? size_.height - 1 - i : i;
      read_row(pixels.take(n_row_bytes), &raster.samples[3 * row * size_.width]);
    }
    return raster;
  }

 private:
  void read_header() {
    const std::uint32_t n_header = header_.number(4);
    if (n_header != kOldHeader && n_header < kHeader) {
      throw IoError("is a BMP with a header of " + std::to_string(n_header) + " bytes, which is not read");
    }
    const bool is_old = n_header == kOldHeader;
    size_.width = is_old ? header_.number(2) : static_cast<std::int32_t>(header_.number(4));
    size_.height = is_old ? header_.number(2) : static_cast<std::int32_t>(header_.number(4));
    is_upside_down_ = size_.height > 0;
    size_.height = std::abs(size_.height);
    header_.skip(2);
    n_bits_ = header_.number(2);
    n_color_bytes_ = is_old ? 3 : 4;
    if (!is_old) read_rest(n_header);
    const std::uint32_t known[] = {1, 4, 8, 16, 24, 32};
    if (std::ranges::find(known, n_bits_) == std::end(known)) {
      throw IoError("is a BMP with " + std::to_string(n_bits_) + " bits per pixel, which is not read");
    }
  }

  void read_rest(std::uint32_t n_header) {
    const std::uint32_t compression = header_.number(4);
    if (compression != kUncompressed && compression != kMasked) {
      throw IoError("is a BMP with compression " + std::to_string(compression) + ", which is not read");
    }
    header_.skip(12);
    n_colors_ = header_.number(4);
    header_.skip(4);
    std::size_t n_read = kHeader;
    if (n_bits_ == 16) masks_ = {Mask{0x7C00}, Mask{0x3E0}, Mask{0x1F}};
    if (compression == kMasked) {
      for (Mask& mask : masks_) mask.bits = header_.number(4);
      n_read += 12;
    }
    if (n_header > n_read) header_.skip(n_header - n_read);
  }

  void read_palette() {
    const std::size_t most = std::size_t{1} << n_bits_;
    const std::size_t n = n_colors_ == 0 || n_colors_ > most ? most : n_colors_;
    for (std::size_t i = 0; i < n; ++i) {
      const std::span<const std::byte> color = header_.take(n_color_bytes_);
      palette_[i] = {static_cast<std::uint8_t>(color[2]), static_cast<std::uint8_t>(color[1]),
                     static_cast<std::uint8_t>(color[0])};
    }
  }

  void read_row(std::span<const std::byte> row, std::uint8_t* out) const {
    ByteCursor cursor(row, kBmp);
    for (Index x = 0; x < size_.width; ++x) {
      Color color;
      if (n_bits_ <= 8) {
        const std::size_t bit = static_cast<std::size_t>(x) * n_bits_;
        const auto byte = std::to_integer<unsigned>(row[bit / 8]);
        color = palette_[(byte >> (8 - n_bits_ - bit % 8)) & ((1U << n_bits_) - 1)];
      } else {
        const std::uint32_t pixel = cursor.number(n_bits_ / 8);
        color = {masks_[0].value_in(pixel), masks_[1].value_in(pixel), masks_[2].value_in(pixel)};
      }
      out = std::ranges::copy(color, out).out;
    }
  }

  std::span<const std::byte> bytes_;
  ByteCursor header_;
  ImageSize size_;
  bool is_upside_down_ = true;
  std::uint32_t n_bits_ = 1;
  std::uint32_t n_colors_ = 0;
  std::size_t n_color_bytes_ = 4;
  std::array<Mask, 3> masks_ = {Mask{0xFF0000}, Mask{0xFF00}, Mask{0xFF}};
  std::array<Color, 256> palette_ = {};  // black where the file has no color
};

}  // namespace

Raster decode_bmp(std::span<const std::byte> bytes) {
  return BmpReader(bytes).read();
}

}  // namespace sosi::io
