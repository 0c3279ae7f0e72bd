// SPDX-License-Identifier: BSD-3-Clause
#ifdef SOSI_HAS_TIFF
#include <tiffio.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

#include "io/images/raster.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

// More than the compressions that shrink the most, of pixels of one bit.
constexpr std::uint64_t kMaxTiffPixelsPerByte = 8 * 1032;

// The bytes as the file that the library wants.
struct MemoryFile {
  std::span<const std::byte> bytes;
  std::size_t at = 0;

  static MemoryFile& of(thandle_t handle) { return *static_cast<MemoryFile*>(handle); }

  static tmsize_t read(thandle_t handle, void* out, tmsize_t n) {
    MemoryFile& file = of(handle);
    const std::size_t n_left = file.bytes.size() - std::min(file.at, file.bytes.size());
    const std::size_t n_read = std::min(n_left, static_cast<std::size_t>(n));
    if (n_read > 0) std::memcpy(out, file.bytes.data() + file.at, n_read);
    file.at += n_read;
    return static_cast<tmsize_t>(n_read);
  }

  static tmsize_t write(thandle_t /*handle*/, void* /*data*/, tmsize_t /*n*/) { return -1; }

  static toff_t seek(thandle_t handle, toff_t offset, int whence) {
    MemoryFile& file = of(handle);
    const std::size_t base = whence == SEEK_CUR ? file.at : whence == SEEK_END ? file.bytes.size() : 0;
    file.at = base + static_cast<std::size_t>(offset);
    return file.at;
  }

  static int close(thandle_t /*handle*/) { return 0; }
  static toff_t size(thandle_t handle) { return of(handle).bytes.size(); }
};

// Messages go nowhere: what fails is refused.
int ignore(TIFF* /*tiff*/, void* /*data*/, const char* /*module*/, const char* /*format*/,
           va_list /*values*/) {
  return 1;
}

using OpenTiff = std::unique_ptr<TIFF, void (*)(TIFF*)>;

OpenTiff open(MemoryFile& file) {
  constexpr tmsize_t kMaxBytesAtOnce = tmsize_t{1} << 29;
  TIFFOpenOptions* const options = TIFFOpenOptionsAlloc();
  TIFFOpenOptionsSetErrorHandlerExtR(options, ignore, nullptr);
  TIFFOpenOptionsSetWarningHandlerExtR(options, ignore, nullptr);
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, kMaxBytesAtOnce);
  TIFF* const opened =
      TIFFClientOpenExt("image", "rm", &file, MemoryFile::read, MemoryFile::write, MemoryFile::seek,
                        MemoryFile::close, MemoryFile::size, nullptr, nullptr, options);
  TIFFOpenOptionsFree(options);
  if (opened == nullptr) throw IoError("is a damaged TIFF");
  return {opened, TIFFClose};
}

bool has_wide_grays(TIFF* tiff) {
  std::uint16_t n_bits = 0;
  std::uint16_t n_channels = 0;
  std::uint16_t meaning = 0;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &n_bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &n_channels);
  const bool has_meaning = TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &meaning) != 0;
  return n_bits == 16 && n_channels == 1 && has_meaning && meaning == PHOTOMETRIC_MINISBLACK &&
         TIFFIsTiled(tiff) == 0;
}

// Row by row, with all of their bits.
Raster wide_grays(TIFF* tiff, ImageSize size) {
  Raster raster{size, 1, 65535, std::vector<std::uint8_t>(2 * size.height * size.width)};
  std::vector<std::uint16_t> row(std::max<std::size_t>(size.width, TIFFScanlineSize(tiff) / 2 + 1));
  std::uint8_t* out = raster.samples.data();
  for (Index y = 0; y < size.height; ++y) {
    if (TIFFReadScanline(tiff, row.data(), static_cast<std::uint32_t>(y)) != 1) {
      throw IoError("is a damaged TIFF");
    }
    for (Index x = 0; x < size.width; ++x) {
      *out++ = static_cast<std::uint8_t>(row[x] >> 8);
      *out++ = static_cast<std::uint8_t>(row[x] & 0xFF);
    }
  }
  return raster;
}

Raster colors(TIFF* tiff, ImageSize size) {
  char reason[1024] = {};
  if (TIFFRGBAImageOK(tiff, reason) == 0) {
    throw IoError("is a TIFF of a kind that is not read: " + std::string(reason));
  }
  const std::size_t n_pixels = static_cast<std::size_t>(size.height) * size.width;
  std::vector<std::uint32_t> pixels(n_pixels);
  constexpr int kStopOnError = 1;
  if (TIFFReadRGBAImageOriented(tiff, static_cast<std::uint32_t>(size.width),
                                static_cast<std::uint32_t>(size.height), pixels.data(), ORIENTATION_TOPLEFT,
                                kStopOnError) == 0) {
    throw IoError("is a damaged TIFF");
  }
  // The colors are those over black already.
  Raster raster{size, 3, 255, {}};
  raster.samples.reserve(3 * n_pixels);
  for (const std::uint32_t pixel : pixels) {
    raster.samples.push_back(static_cast<std::uint8_t>(TIFFGetR(pixel)));
    raster.samples.push_back(static_cast<std::uint8_t>(TIFFGetG(pixel)));
    raster.samples.push_back(static_cast<std::uint8_t>(TIFFGetB(pixel)));
  }
  return raster;
}

}  // namespace

Raster decode_tiff(std::span<const std::byte> bytes) {
  MemoryFile file{bytes};
  const OpenTiff tiff = open(file);
  std::uint32_t height = 0;
  std::uint32_t width = 0;
  TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height);
  TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width);
  const ImageSize size{height, width};
  check_declared_size(size, bytes.size() * kMaxTiffPixelsPerByte);
  return has_wide_grays(tiff.get()) ? wide_grays(tiff.get(), size) : colors(tiff.get(), size);
}

}  // namespace sosi::io
#endif
