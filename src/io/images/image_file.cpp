// SPDX-License-Identifier: BSD-3-Clause
#include "io/images/image_file.hpp"

#include <string_view>
#include <vector>

#include "io/bytes/byte_source.hpp"
#include "io/images/raster.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

// More than the most wasteful format needs for the most pixels.
constexpr std::uint64_t kMaxFileBytes = 32 * kMaxPixels;

bool is_netpbm(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n\v\f\r#";  // a comment may follow as well
  return text.size() > 2 && text[0] == 'P' && std::string_view("2356").find(text[1]) != text.npos &&
         kBlanks.find(text[2]) != kBlanks.npos;
}

Raster decode(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with("\x89PNG\r\n\x1A\n")) return decode_png(bytes);
  if (text.starts_with("\xFF\xD8")) return decode_jpeg(bytes);
  if (is_netpbm(text)) return decode_netpbm(bytes);
  throw IoError(text.empty() ? "is empty" : "is not PNG, JPEG, PGM or PPM");
}

}  // namespace

GrayImage decode_image(std::span<const std::byte> bytes, const std::string& name) {
  try {
    return gray_image(decode(bytes));
  } catch (const IoError& error) {
    throw IoError(name + ": " + error.what());
  }
}

GrayImage read_image_file(const std::string& path) {
  FileSource file(path);
  if (file.n_left() > kMaxFileBytes) {
    throw IoError(path + ": has more than " + std::to_string(kMaxFileBytes) + " bytes");
  }
  std::vector<std::byte> bytes(file.n_left());
  file.read(bytes);
  return decode_image(bytes, path);
}

std::string to_text(ImageSize size) {
  return std::to_string(size.height) + " x " + std::to_string(size.width);
}

}  // namespace sosi::io
