// SPDX-License-Identifier: BSD-3-Clause
#include "io/images/image_file.hpp"

#include <string_view>
#include <vector>

#include "io/bytes/byte_source.hpp"
#include "io/bytes/text.hpp"
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

bool is_png(std::string_view text) {
  return text.starts_with("\x89PNG\r\n\x1A\n");
}

bool is_jpeg(std::string_view text) {
  return text.starts_with("\xFF\xD8");
}

bool is_gif(std::string_view text) {
  return text.starts_with("GIF87a") || text.starts_with("GIF89a");
}

bool is_bmp(std::string_view text) {
  return text.starts_with("BM");
}

bool is_tiff(std::string_view text) {
  using namespace std::string_view_literals;
  return text.starts_with("II*\0"sv) || text.starts_with("MM\0*"sv);
}

bool is_webp(std::string_view text) {
  constexpr std::size_t kKind = 8;
  return text.starts_with("RIFF") && text.size() > kKind && text.substr(kKind).starts_with("WEBP");
}

bool is_heif(std::string_view text) {
  constexpr std::size_t kKind = 4;
  return text.size() > kKind && text.substr(kKind).starts_with("ftyp");
}

// A kind of image: one line of a table.
struct ImageKind {
  std::string_view name;
  std::string_view suffixes;  // of file names, each with a blank behind it
  bool (*is_kind)(std::string_view first_bytes);
  Raster (*decode)(std::span<const std::byte> bytes);  // null: known by name only
};

constexpr ImageKind kKinds[] = {
    {"PNG", ".png ", is_png, decode_png},
    {"JPEG", ".jpg .jpeg ", is_jpeg, decode_jpeg},
    {"PGM or PPM", ".pgm .ppm .pnm ", is_netpbm, decode_netpbm},
    {"GIF", ".gif ", is_gif, decode_gif},
    {"BMP", ".bmp ", is_bmp, decode_bmp},
    {"TIFF", ".tif .tiff ", is_tiff, decode_tiff},
    {"WebP", ".webp ", is_webp, decode_webp},
    {"HEIF", ".heic .heif .avif ", is_heif, nullptr},
};

std::string cannot_be_read(const ImageKind& kind) {
  return "is a " + std::string(kind.name) + " image: this build cannot read them";
}

Raster decode(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.empty()) throw IoError("is empty");
  std::string known;
  for (const ImageKind& kind : kKinds) {
    const bool is_kind = kind.is_kind(text);
    if (is_kind && kind.decode == nullptr) throw IoError(cannot_be_read(kind));
    if (is_kind) return kind.decode(bytes);
    if (kind.decode != nullptr) known += (known.empty() ? "" : ", ") + std::string(kind.name);
  }
  throw IoError("is no image of a known kind (" + known + ")");
}

// The kind that a file's name tells of, or null.
const ImageKind* kind_named(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return nullptr;
  const std::string suffix = lower_case(std::string_view(name).substr(dot)) + " ";
  for (const ImageKind& kind : kKinds) {
    if (kind.suffixes.find(suffix) != kind.suffixes.npos) return &kind;
  }
  return nullptr;
}

}  // namespace

GrayImage decode_image(std::span<const std::byte> bytes, const std::string& name) {
  try {
    return gray_image(decode(bytes));
  } catch (const IoError& error) {
    throw IoError(name + ": " + error.what());
  }
}

bool is_image_name(const std::string& name) {
  const ImageKind* const kind = kind_named(name);
  return kind != nullptr && kind->decode != nullptr;
}

std::string other_type(const std::string& name) {
  const ImageKind* const kind = kind_named(name);
  return kind == nullptr ? "is not an image" : cannot_be_read(*kind);
}

std::string image_suffixes() {
  std::string all;
  for (const ImageKind& kind : kKinds) {
    if (kind.decode == nullptr) continue;
    for (const char letter : kind.suffixes) all += letter == ' ' ? ", " : std::string(1, letter);
  }
  return all.substr(0, all.size() - 2);
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

}  // namespace sosi::io
