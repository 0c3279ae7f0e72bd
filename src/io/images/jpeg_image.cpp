// SPDX-License-Identifier: BSD-3-Clause
// jpeglib.h does not include what it needs.
// clang-format off
#include <cstdio>
#include <jpeglib.h>
// clang-format on

#include <string>

#include "io/images/error_jump.hpp"
#include "io/images/raster.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

// A block has one bit or more, and however the channels are sampled, together they have a block for every 128
// pixels at least.
constexpr std::uint64_t kMaxJpegPixelsPerByte = 1024;

// Each scan of a progressive file goes over the whole image, and may be a few bytes long; encoders write
// about ten.
constexpr int kMaxScans = 100;

class JpegReader {
 public:
  explicit JpegReader(std::span<const std::byte> bytes) : bytes_(bytes) {
    info_.err = jpeg_std_error(&callbacks_);
    info_.client_data = this;
    callbacks_.error_exit = on_error;
    callbacks_.emit_message = on_message;
    progress_.progress_monitor = on_progress;
    run([&] { jpeg_create_decompress(&info_); });
    info_.progress = &progress_;
  }
  ~JpegReader() { jpeg_destroy_decompress(&info_); }
  JpegReader(const JpegReader&) = delete;
  JpegReader& operator=(const JpegReader&) = delete;

  Raster read() {
    run([&] {
      jpeg_mem_src(&info_, reinterpret_cast<const unsigned char*>(bytes_.data()), bytes_.size());
      jpeg_read_header(&info_, TRUE);
    });
    check_kind();
    const ImageSize size{info_.image_height, info_.image_width};
    check_declared_size(size, bytes_.size() * kMaxJpegPixelsPerByte);
    // The first channel of YCbCr is the gray that is wanted.
    info_.out_color_space = info_.jpeg_color_space == JCS_RGB ? JCS_RGB : JCS_GRAYSCALE;
    run([&] { jpeg_start_decompress(&info_); });
    return {size, info_.output_components, 255, read_rows()};
  }

 private:
  template <class Step>
  void run(Step step) {
    if (!errors_.completes(step)) throw IoError(std::string("is a damaged JPEG: ") + errors_.reason());
  }

  void check_kind() const {
    const J_COLOR_SPACE colors = info_.jpeg_color_space;
    if (colors != JCS_GRAYSCALE && colors != JCS_YCbCr && colors != JCS_RGB) {
      throw IoError("is a JPEG of " + std::to_string(info_.num_components) +
                    " channels that are neither gray nor RGB, as CMYK");
    }
    // There, a bit can stand for any number of blocks.
    if (info_.arith_code != FALSE) throw IoError("is a JPEG with arithmetic coding, which is not read");
  }

  std::vector<std::uint8_t> read_rows() {
    const std::size_t n_row_bytes = static_cast<std::size_t>(info_.output_width) * info_.output_components;
    std::vector<std::uint8_t> samples(n_row_bytes * info_.output_height);
    run([&] {
      while (info_.output_scanline < info_.output_height) {
        JSAMPROW row = &samples[info_.output_scanline * n_row_bytes];
        jpeg_read_scanlines(&info_, &row, 1);
      }
      jpeg_finish_decompress(&info_);
    });
    return samples;
  }

  static void on_error(j_common_ptr info) {
    char reason[JMSG_LENGTH_MAX];
    info->err->format_message(info, reason);
    static_cast<JpegReader*>(info->client_data)->errors_.leave(reason);
  }

  // Warnings say that the data is damaged and that the library will guess; the rest is chatter.
  static void on_message(j_common_ptr info, int level) {
    if (level < 0) on_error(info);
  }

  static void on_progress(j_common_ptr info) {
    if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number <= kMaxScans) return;
    static_cast<JpegReader*>(info->client_data)->errors_.leave("has more than 100 scans");
  }

  std::span<const std::byte> bytes_;
  ErrorJump errors_;
  jpeg_error_mgr callbacks_{};
  jpeg_progress_mgr progress_{};
  jpeg_decompress_struct info_{};
};

}  // namespace

Raster decode_jpeg(std::span<const std::byte> bytes) {
  return JpegReader(bytes).read();
}

}  // namespace sosi::io
