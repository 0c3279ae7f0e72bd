// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// jpeglib.h does not include what it needs.
// clang-format off
#include <cstdio>
#include <jpeglib.h>
// clang-format on
#include <png.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "plot/temporary_folder.hpp"

namespace sosi::io_test {

/// A folder that is there as long as the object is.
class TempFolder {
 public:
  std::string path(const std::string& name = "") const {
    return name.empty() ? folder_.path().string() : folder_.file(name);
  }
  void write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    std::ofstream(path(name), std::ios::binary) << bytes;
  }

 private:
  plot::TemporaryFolder folder_;
};

struct PngKind {
  int color_type = PNG_COLOR_TYPE_GRAY;
  int bit_depth = 8;
  int interlace = PNG_INTERLACE_NONE;
  std::vector<png_color> palette = {};
  std::vector<png_byte> palette_opacity = {};
};

/// A PNG of packed rows, as the format has them.
inline std::string png_file(const PngKind& kind, int width, const std::vector<std::string>& rows) {
  std::string out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  const auto append = [](png_structp writer, png_bytep bytes, std::size_t n) {
    static_cast<std::string*>(png_get_io_ptr(writer))->append(reinterpret_cast<char*>(bytes), n);
  };
  png_set_write_fn(png, &out, append, nullptr);
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(rows.size()),
               kind.bit_depth, kind.color_type, kind.interlace, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (!kind.palette.empty()) {
    png_set_PLTE(png, info, kind.palette.data(), static_cast<int>(kind.palette.size()));
  }
  if (!kind.palette_opacity.empty()) {
    png_set_tRNS(png, info, kind.palette_opacity.data(), static_cast<int>(kind.palette_opacity.size()),
                 nullptr);
  }
  std::vector<png_bytep> pointers;
  for (const std::string& row : rows) {
    pointers.push_back(reinterpret_cast<png_bytep>(const_cast<char*>(row.data())));
  }
  png_set_rows(png, info, pointers.data());
  png_write_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
  png_destroy_write_struct(&png, &info);
  return out;
}

struct JpegKind {
  J_COLOR_SPACE pixels = JCS_GRAYSCALE;  ///< what the rows hold
  J_COLOR_SPACE stored = JCS_GRAYSCALE;
  bool is_progressive = false;
  bool is_arithmetic = false;
  std::vector<jpeg_scan_info> scans = {};
};

/// A JPEG of the best quality, without subsampling.
inline std::string jpeg_file(const JpegKind& kind, int width, const std::vector<std::string>& rows) {
  jpeg_compress_struct info{};
  jpeg_error_mgr errors{};
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char* bytes = nullptr;
  unsigned long n_bytes = 0;
  jpeg_mem_dest(&info, &bytes, &n_bytes);
  info.image_width = static_cast<JDIMENSION>(width);
  info.image_height = static_cast<JDIMENSION>(rows.size());
  info.in_color_space = kind.pixels;
  info.input_components = static_cast<int>(rows[0].size()) / width;
  jpeg_set_defaults(&info);
  jpeg_set_colorspace(&info, kind.stored);
  jpeg_set_quality(&info, 100, TRUE);
  for (int i = 0; i < info.num_components; ++i) {
    info.comp_info[i].h_samp_factor = info.comp_info[i].v_samp_factor = 1;
  }
  if (kind.is_progressive) jpeg_simple_progression(&info);
  if (!kind.scans.empty()) {
    info.scan_info = kind.scans.data();
    info.num_scans = static_cast<int>(kind.scans.size());
  }
  info.arith_code = kind.is_arithmetic ? TRUE : FALSE;
  jpeg_start_compress(&info, TRUE);
  for (const std::string& row : rows) {
    JSAMPROW pointer = reinterpret_cast<JSAMPROW>(const_cast<char*>(row.data()));
    jpeg_write_scanlines(&info, &pointer, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  std::string out(reinterpret_cast<char*>(bytes), n_bytes);
  std::free(bytes);
  return out;
}

}  // namespace sosi::io_test
