// SPDX-License-Identifier: BSD-3-Clause
#include <png.h>

#include <cstring>
#include <limits>
#include <new>
#include <string>

#include "io/images/error_jump.hpp"
#include "io/images/raster.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

// What a byte of deflated data can become at most: 258 bytes for two bits.
constexpr std::uint64_t kMaxInflation = 1032;

class PngReader {
 public:
  explicit PngReader(std::span<const std::byte> bytes) : n_bytes_(bytes.size()), left_(bytes) {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
    info_ = png_create_info_struct(png_);
  }
  ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  Raster read() {
    if (info_ == nullptr) throw std::bad_alloc();
    read_header();
    const ImageSize size{png_get_image_height(png_, info_), png_get_image_width(png_, info_)};
    const int n_pixel_bits = png_get_bit_depth(png_, info_) * png_get_channels(png_, info_);
    check_declared_size(size, n_bytes_ * kMaxInflation * 8 / n_pixel_bits);
    expand();
    const int max_value = png_get_bit_depth(png_, info_) == 16 ? 65535 : 255;
    return {size, png_get_channels(png_, info_), max_value, read_rows()};
  }

 private:
  template <class Step>
  void run(Step step) {
    if (!errors_.completes(step)) throw IoError(std::string("is a damaged PNG: ") + errors_.reason());
  }

  void read_header() {
    run([&] {
      constexpr png_uint_32 kAny = std::numeric_limits<png_int_32>::max();
      png_set_user_limits(png_, kAny, kAny);  // we have our own, for both together
      png_set_crc_action(png_, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
      // Texts and profiles would be inflated for nothing.
      png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
      png_set_read_fn(png_, this, on_read);
      png_read_info(png_, info_);
    });
  }

  // Palettes become colors, transparent colors opacity, and a sample has 8 or 16 bits.
  void expand() {
    run([&] {
      png_set_expand(png_);
      png_set_interlace_handling(png_);
      png_read_update_info(png_, info_);
    });
  }

  std::vector<std::uint8_t> read_rows() {
    const std::size_t n_row_bytes = png_get_rowbytes(png_, info_);
    std::vector<std::uint8_t> samples(n_row_bytes * png_get_image_height(png_, info_));
    std::vector<png_bytep> rows;
    for (std::size_t at = 0; at < samples.size(); at += n_row_bytes) rows.push_back(&samples[at]);
    run([&] {
      png_read_image(png_, rows.data());
      png_read_end(png_, nullptr);
    });
    return samples;
  }

  static void on_error(png_structp png, png_const_charp reason) {
    static_cast<PngReader*>(png_get_error_ptr(png))->errors_.leave(reason);
  }

  static void on_warning(png_structp /*png*/, png_const_charp /*reason*/) {}

  static void on_read(png_structp png, png_bytep into, std::size_t n_bytes) {
    auto& left = static_cast<PngReader*>(png_get_io_ptr(png))->left_;
    if (n_bytes > left.size()) png_error(png, "ends early");
    std::memcpy(into, left.data(), n_bytes);
    left = left.subspan(n_bytes);
  }

  std::uint64_t n_bytes_;
  std::span<const std::byte> left_;
  ErrorJump errors_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
};

}  // namespace

Raster decode_png(std::span<const std::byte> bytes) {
  return PngReader(bytes).read();
}

}  // namespace sosi::io
