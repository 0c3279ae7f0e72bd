// SPDX-License-Identifier: BSD-3-Clause
#include <string>
#include <string_view>

#include "io/images/raster.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

class NetpbmReader {
 public:
  explicit NetpbmReader(std::span<const std::byte> bytes)
      : text_(reinterpret_cast<const char*>(bytes.data()), bytes.size()) {}

  Raster read() {
    const char kind = text_[1];
    text_at_ = 2;
    const bool is_plain = kind == '2' || kind == '3';
    Raster raster;
    raster.n_channels = kind == '3' || kind == '6' ? 3 : 1;
    raster.size.width = number();
    raster.size.height = number();
    raster.max_value = number();
    if (raster.max_value < 1 || raster.max_value > 65535) {
      throw IoError("has the maximum " + std::to_string(raster.max_value) + ": must be from 1 to 65535");
    }
    // A plain sample has a digit and a blank before it; one blank is before all raw ones.
    const std::size_t n_sample_bytes = is_plain || raster.max_value > 255 ? 2 : 1;
    if (!is_plain) skip_blank();
    check_declared_size(raster.size, n_left() / (n_sample_bytes * raster.n_channels));
    const std::size_t n_samples = raster.size.height * raster.size.width * raster.n_channels;
    raster.samples.reserve(n_samples * (raster.max_value > 255 ? 2 : 1));
    for (std::size_t i = 0; i < n_samples; ++i) add_sample(raster, is_plain ? number() : raw(n_sample_bytes));
    return raster;
  }

 private:
  std::size_t n_left() const { return text_.size() - text_at_; }

  static bool is_blank(char character) {
    return std::string_view(" \t\n\v\f\r").find(character) != std::string_view::npos;
  }
  static bool is_digit(char character) { return character >= '0' && character <= '9'; }

  void skip_blank() {
    if (n_left() == 0 || !is_blank(text_[text_at_])) refuse("a blank");
    ++text_at_;
  }

  // Blanks, and comments up to the end of their line.
  void skip_blanks() {
    bool is_comment = false;
    for (; n_left() > 0; ++text_at_) {
      const char character = text_[text_at_];
      if (character == '#') is_comment = true;
      if (character == '\n' || character == '\r') is_comment = false;
      if (!is_comment && !is_blank(character)) return;
    }
  }

  int number() {
    constexpr int kTooLarge = 100'000'000;
    skip_blanks();
    if (n_left() == 0 || !is_digit(text_[text_at_])) refuse("a number");
    int value = 0;
    for (; n_left() > 0 && is_digit(text_[text_at_]); ++text_at_) {
      value = 10 * value + (text_[text_at_] - '0');
      if (value > kTooLarge) refuse("a smaller number");
    }
    return value;
  }

  int raw(std::size_t n_bytes) {
    int value = 0;
    for (; n_bytes > 0; --n_bytes) value = 256 * value + static_cast<unsigned char>(text_[text_at_++]);
    return value;
  }

  static void add_sample(Raster& raster, int value) {
    if (value > raster.max_value) {
      throw IoError("has the sample " + std::to_string(value) + " above its maximum " +
                    std::to_string(raster.max_value));
    }
    if (raster.max_value > 255) raster.samples.push_back(static_cast<std::uint8_t>(value >> 8));
    raster.samples.push_back(static_cast<std::uint8_t>(value & 0xFF));
  }

  [[noreturn]] void refuse(const std::string& expected) const {
    throw IoError("is a damaged PGM or PPM: " + expected + " is expected at byte " +
                  std::to_string(text_at_));
  }

  std::string_view text_;
  std::size_t text_at_ = 0;
};

}  // namespace

Raster decode_netpbm(std::span<const std::byte> bytes) {
  return NetpbmReader(bytes).read();
}

}  // namespace sosi::io
