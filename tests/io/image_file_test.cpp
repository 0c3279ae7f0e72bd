// SPDX-License-Identifier: BSD-3-Clause
#include "io/images/image_file.hpp"

#include <algorithm>
#include <cmath>

#include "io/array_files.hpp"
#include "io/image_files.hpp"

namespace sosi::io {
namespace image_file_test {

using namespace io_test;

Matrix decoded(const std::string& bytes) {
  return decode_image(std::as_bytes(std::span(bytes)), "image");
}

// What is said of bytes that are no good image.
std::string refusal(const std::string& bytes) {
  const std::string message = message_of<IoError>([&] { decoded(bytes); });
  EXPECT_TRUE(message.starts_with("image: ")) << message;
  EXPECT_EQ(message.find('\n'), message.npos) << message;
  return message.substr(std::min<std::size_t>(message.size(), 7));
}

std::string bytes_of(const std::vector<int>& values) {
  std::string bytes;
  for (const int value : values) bytes += static_cast<char>(value);
  return bytes;
}

std::string big_endian(std::uint64_t value, int n_bytes) {
  std::string bytes = little_endian(value, n_bytes);
  std::ranges::reverse(bytes);
  return bytes;
}

// Rows of bytes without a pattern.
std::vector<std::string> noise(int n_rows, int n_row_bytes) {
  std::vector<std::string> rows(static_cast<std::size_t>(n_rows));
  std::uint32_t state = 1;
  for (std::string& row : rows) {
    for (int i = 0; i < n_row_bytes; ++i) {
      state = state * 1664525 + 1013904223;
      row += static_cast<char>(state >> 24);
    }
  }
  return rows;
}

// A row of 8 x 8 squares, each of one color; JPEG of the best quality keeps such an image exactly.
std::vector<std::string> squares(const std::vector<std::vector<int>>& colors) {
  std::string row;
  for (const std::vector<int>& color : colors) {
    for (int i = 0; i < 8; ++i) row += bytes_of(color);
  }
  return std::vector<std::string>(8, row);
}

double gray(double red, double green, double blue) {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

std::string png_chunk(const std::string& type, const std::string& data) {
  const std::string body = type + data;
  const auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(body.data()), body.size());
  return big_endian(data.size(), 4) + body + big_endian(crc, 4);
}

std::string png_start(std::uint64_t width, std::uint64_t height, const std::string& kind) {
  return "\x89PNG\r\n\x1A\n" + png_chunk("IHDR", big_endian(width, 4) + big_endian(height, 4) + kind);
}

TEST(PngImage, GrayOfAnyDepthGoesFromBlackToWhite) {
  const std::string row = bytes_of({0x00, 0x1B, 0x6C, 0x39, 0xA5, 0x80, 0xFF, 0xFF});
  for (const int depth : {1, 2, 4, 8, 16}) {
    const Matrix image = decoded(png_file({.bit_depth = depth}, 64 / depth, {row}));
    ASSERT_EQ(image.cols(), 64 / depth);
    for (int i = 0; i < 64 / depth; ++i) {
      int value = 0;
      for (int bit = i * depth; bit < (i + 1) * depth; ++bit) {
        value = 2 * value + (static_cast<unsigned char>(row[bit / 8]) >> (7 - bit % 8) & 1);
      }
      EXPECT_EQ(image(0, i), value / (std::pow(2.0, depth) - 1)) << depth << " bits, pixel " << i;
    }
  }
}

TEST(PngImage, ColorsBecomeGrayByTheirWeights) {
  const std::string row = bytes_of({255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 100, 200, 77, 77, 77});
  const Matrix image = decoded(png_file({.color_type = PNG_COLOR_TYPE_RGB}, 5, {row}));
  EXPECT_EQ(image(0, 0), 0.299);
  EXPECT_EQ(image(0, 1), 0.587);
  EXPECT_EQ(image(0, 2), 0.114);
  EXPECT_NEAR(image(0, 3), gray(10, 100, 200) / 255, 1e-15);
  EXPECT_EQ(image(0, 4), 77.0 / 255) << "a gray that is stored as a color is the same number";
  const std::string wide = bytes_of({0x12, 0x34, 0x56, 0x78, 0x9A, 0xBC});
  EXPECT_NEAR(decoded(png_file({.color_type = PNG_COLOR_TYPE_RGB, .bit_depth = 16}, 1, {wide}))(0, 0),
              gray(0x1234, 0x5678, 0x9ABC) / 65535, 1e-15);
}

TEST(PngImage, OpacityIsOverBlack) {
  const Matrix with_gray = decoded(
      png_file({.color_type = PNG_COLOR_TYPE_GRAY_ALPHA}, 3, {bytes_of({200, 255, 200, 51, 200, 0})}));
  EXPECT_EQ(with_gray(0, 0), 200.0 / 255);
  EXPECT_NEAR(with_gray(0, 1), 200.0 / 255 / 5, 1e-15);
  EXPECT_EQ(with_gray(0, 2), 0.0);
  const Matrix with_colors =
      decoded(png_file({.color_type = PNG_COLOR_TYPE_RGB_ALPHA}, 1, {bytes_of({10, 100, 200, 51})}));
  EXPECT_NEAR(with_colors(0, 0), gray(10, 100, 200) / 255 / 5, 1e-15);
}

TEST(PngImage, PalettesAreLookedUp) {
  PngKind kind{.color_type = PNG_COLOR_TYPE_PALETTE, .bit_depth = 2};
  kind.palette = {{0, 0, 0}, {255, 0, 0}, {10, 100, 200}, {255, 255, 255}};
  const std::string row = bytes_of({0b00'01'10'11});
  const Matrix opaque = decoded(png_file(kind, 4, {row}));
  const double expected[] = {0.0, 0.299, gray(10, 100, 200) / 255, 1.0};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(opaque(0, i), expected[i], 1e-15) << i;
  kind.palette_opacity = {255, 51, 0};
  const Matrix clear = decoded(png_file(kind, 4, {row}));
  const double opacity[] = {1.0, 0.2, 0.0, 1.0};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(clear(0, i), opacity[i] * expected[i], 1e-15) << i;
}

TEST(PngImage, InterlacingChangesNothing) {
  for (const int depth : {8, 16}) {
    PngKind kind{.color_type = PNG_COLOR_TYPE_RGB, .bit_depth = depth};
    const std::vector<std::string> rows = noise(11, 13 * 3 * depth / 8);
    const Matrix plain = decoded(png_file(kind, 13, rows));
    EXPECT_EQ(plain.rows(), 11);
    kind.interlace = PNG_INTERLACE_ADAM7;
    EXPECT_EQ(decoded(png_file(kind, 13, rows)), plain);
  }
}

TEST(PngImage, DamageAtAnyByteIsNoticed) {
  const std::string whole = png_file({}, 9, noise(7, 9));
  ASSERT_EQ(decoded(whole).size(), 63);
  for (std::size_t n = 0; n < whole.size(); ++n) {
    EXPECT_THROW(decoded(whole.substr(0, n)), IoError) << n << " bytes";
    std::string flipped = whole;
    flipped[n] = static_cast<char>(flipped[n] ^ 0x10);
    EXPECT_THROW(decoded(flipped), IoError) << "byte " << n;
  }
  EXPECT_EQ(refusal(whole.substr(0, whole.size() / 2)), "is a damaged PNG: ends early");
}

TEST(PngImage, SizesAreHeldAgainstTheBytes) {
  const std::string gray8 = bytes_of({8, 0, 0, 0, 0});
  const std::string no_data = png_chunk("IDAT", "") + png_chunk("IEND", "");
  EXPECT_EQ(refusal(png_start(8192, 8193, gray8) + no_data),
            "is 8193 x 8192: must have at most 67108864 pixels");
  EXPECT_EQ(refusal(png_start(2'000'000'000, 2'000'000'000, gray8) + no_data),
            "is 2000000000 x 2000000000: must have at most 67108864 pixels");
  EXPECT_EQ(refusal(png_start(8192, 8192, gray8) + no_data),
            "says that it is 8192 x 8192, more than its bytes can hold");
  EXPECT_TRUE(holds(refusal(png_start(0, 5, gray8) + no_data), "is a damaged PNG"));
  // The best that deflate can do is enough.
  const std::string black =
      png_file({.bit_depth = 1}, 2048, std::vector<std::string>(2048, std::string(256, 0)));
  EXPECT_LT(black.size(), 1024U);
  EXPECT_EQ(decoded(black), Matrix::Zero(2048, 2048));
}

TEST(JpegImage, GrayIsKept) {
  const std::vector<std::string> rows = squares({{0}, {255}, {1}, {127}, {128}, {200}});
  const Matrix image = decoded(jpeg_file({}, 48, rows));
  ASSERT_EQ(image.rows(), 8);
  ASSERT_EQ(image.cols(), 48);
  for (Index i = 0; i < image.size(); ++i) {
    EXPECT_EQ(image(i / 48, i % 48), static_cast<unsigned char>(rows[i / 48][i % 48]) / 255.0) << i;
  }
  EXPECT_EQ(decoded(jpeg_file({.is_progressive = true}, 48, rows)), image);
}

TEST(JpegImage, ColorsBecomeGrayByTheirWeights) {
  const std::vector<std::vector<int>> colors = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {10, 100, 200}};
  const Matrix as_rgb = decoded(jpeg_file({.pixels = JCS_RGB, .stored = JCS_RGB}, 32, squares(colors)));
  const Matrix as_ycc = decoded(jpeg_file({.pixels = JCS_RGB, .stored = JCS_YCbCr}, 32, squares(colors)));
  for (int i = 0; i < 32; ++i) {
    const std::vector<int>& color = colors[i / 8];
    const double expected = gray(color[0], color[1], color[2]) / 255;
    EXPECT_NEAR(as_rgb(3, i), expected, 1e-15);
    EXPECT_NEAR(as_ycc(3, i), expected, 0.5001 / 255) << "rounded to 8 bits by the format";
  }
}

TEST(JpegImage, OtherKindsAreRefused) {
  const std::vector<std::string> rows = noise(8, 8 * 4);
  const std::string reason = "is a JPEG of 4 channels that are neither gray nor RGB, as CMYK";
  EXPECT_EQ(refusal(jpeg_file({.pixels = JCS_CMYK, .stored = JCS_CMYK}, 8, rows)), reason);
  EXPECT_EQ(refusal(jpeg_file({.pixels = JCS_CMYK, .stored = JCS_YCCK}, 8, rows)), reason);
  EXPECT_EQ(refusal(jpeg_file({.is_arithmetic = true}, 8, noise(8, 8))),
            "is a JPEG with arithmetic coding, which is not read");
}

TEST(JpegImage, WhatIsCutOffIsNoticed) {
  for (const bool is_progressive : {false, true}) {
    const std::string whole = jpeg_file({.is_progressive = is_progressive}, 24, noise(20, 24));
    ASSERT_EQ(decoded(whole).size(), 480);
    for (std::size_t n = 0; n < whole.size(); ++n) {
      EXPECT_THROW(decoded(whole.substr(0, n)), IoError) << n << " bytes";
    }
    EXPECT_EQ(refusal(whole.substr(0, whole.size() - 40)), "is a damaged JPEG: Premature end of JPEG file");
  }
}

TEST(JpegImage, FlippedBytesAreNoticedOrGiveAnImage) {
  const std::string whole = jpeg_file({.is_progressive = true}, 24, noise(20, 24));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x41);
    try {
      const Matrix image = decoded(flipped);
      EXPECT_GE(image.minCoeff(), 0.0);
      EXPECT_LE(image.maxCoeff(), 1.0);
    } catch (const IoError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
}

TEST(JpegImage, SizesAreHeldAgainstTheBytes) {
  const std::string whole = jpeg_file({}, 8, noise(8, 8));
  const std::size_t at = whole.find("\xFF\xC0") + 5;
  const auto resized = [&](std::uint64_t height, std::uint64_t width) {
    return std::string(whole).replace(at, 4, big_endian(height, 2) + big_endian(width, 2));
  };
  EXPECT_EQ(decoded(resized(8, 8)).size(), 64);
  EXPECT_EQ(refusal(resized(65000, 65000)), "is 65000 x 65000: must have at most 67108864 pixels");
  EXPECT_EQ(refusal(resized(8000, 8000)), "says that it is 8000 x 8000, more than its bytes can hold");
  EXPECT_TRUE(holds(refusal(resized(0, 8)), "is a damaged JPEG"));
  // The best that the format can do is enough.
  const std::string flat =
      jpeg_file({.is_progressive = true}, 2048, std::vector<std::string>(2048, std::string(2048, 0)));
  EXPECT_EQ(decoded(flat).size(), 2048 * 2048);
}

TEST(JpegImage, TooManyScansAreRefused) {
  std::vector<jpeg_scan_info> scans = {{1, {0}, 0, 0, 0, 0}};
  for (int k = 1; k < 64; ++k) scans.push_back({1, {0}, k, k, 0, 1});
  for (int k = 1; k < 64; ++k) scans.push_back({1, {0}, k, k, 1, 0});
  EXPECT_EQ(refusal(jpeg_file({.scans = scans}, 8, noise(8, 8))),
            "is a damaged JPEG: has more than 100 scans");
  scans.resize(64);
  EXPECT_EQ(decoded(jpeg_file({.scans = scans}, 8, noise(8, 8))).size(), 64);
}

TEST(NetpbmImage, PlainAndRawAreTheSame) {
  const Matrix gray8 = decoded("P2\n# made by hand\n3 2 # columns, rows\n100\n0 1 50\n99\t100\n# last\n7\n");
  EXPECT_EQ(gray8, (Matrix(2, 3) << 0, 0.01, 0.5, 0.99, 1, 0.07).finished());
  EXPECT_EQ(decoded("P5#c\r3\n2 100\n" + bytes_of({0, 1, 50, 99, 100, 7})), gray8);
  EXPECT_EQ(decoded("P3 3 2 100 0 0 0 1 1 1 50 50 50 99 99 99 100 100 100 7 7 7"), gray8);
  EXPECT_EQ(
      decoded("P6 3 2 100\n" + bytes_of({0, 0, 0, 1, 1, 1, 50, 50, 50, 99, 99, 99, 100, 100, 100, 7, 7, 7})),
      gray8);
  const Matrix gray16 = (Matrix(1, 2) << 256.0 / 65535, 1.0).finished();
  EXPECT_EQ(decoded("P2 2 1 65535 256 65535"), gray16);
  EXPECT_EQ(decoded("P5 2 1 65535 " + bytes_of({1, 0, 255, 255})), gray16);
  EXPECT_NEAR(decoded("P6 1 1 1000\n" + bytes_of({0, 10, 0, 100, 3, 232}))(0, 0), gray(10, 100, 1000) / 1000,
              1e-15);
}

TEST(NetpbmImage, DamageIsNamed) {
  EXPECT_EQ(refusal("P5 "), "is a damaged PGM or PPM: a number is expected at byte 3");
  EXPECT_EQ(refusal("P5 x 1 255 a"), "is a damaged PGM or PPM: a number is expected at byte 3");
  EXPECT_EQ(refusal("P5 1 1 255"), "is a damaged PGM or PPM: a blank is expected at byte 10");
  EXPECT_EQ(refusal("P5 1 1 255x"), "is a damaged PGM or PPM: a blank is expected at byte 10");
  EXPECT_EQ(refusal("P2 2 1 255 1 -2"), "is a damaged PGM or PPM: a number is expected at byte 13");
  EXPECT_EQ(refusal("P5 1 1 0 a"), "has the maximum 0: must be from 1 to 65535");
  EXPECT_EQ(refusal("P5 1 1 65536 a"), "has the maximum 65536: must be from 1 to 65535");
  EXPECT_EQ(refusal("P2 2 1 9 9 10"), "has the sample 10 above its maximum 9");
  EXPECT_EQ(refusal("P5 1 1 9 " + bytes_of({10})), "has the sample 10 above its maximum 9");
  EXPECT_EQ(refusal("P5 0 3 255 a"), "has no pixels");
  EXPECT_EQ(refusal("P5 3 2 255 12345"), "says that it is 2 x 3, more than its bytes can hold");
  EXPECT_EQ(refusal("P6 1 1 256 12345"), "says that it is 1 x 1, more than its bytes can hold");
  EXPECT_EQ(refusal("P2 8000 8000 9 1 2 3"), "says that it is 8000 x 8000, more than its bytes can hold");
  EXPECT_EQ(refusal("P5 8193 8192 9 "), "is 8192 x 8193: must have at most 67108864 pixels");
  EXPECT_TRUE(holds(refusal("P5 99999999999999999999 1 9 "), "a smaller number is expected"));
}

TEST(ImageFile, FormatsAreKnownByTheirFirstBytes) {
  EXPECT_EQ(refusal(""), "is empty");
  for (const std::string other : {"GIF88a", "P", "P5", "P4 1 1 a", "P7\n", "P512 1 9 a", "\x89PNG"}) {
    EXPECT_TRUE(refusal(other).starts_with("is no image of a known kind (PNG, JPEG, PGM or PPM, ")) << other;
  }
  const TempFile misnamed("x.jpg", png_file({}, 2, {bytes_of({0, 255})}));
  EXPECT_EQ(read_image_file(misnamed.path()), (Matrix(1, 2) << 0, 1).finished());
  EXPECT_EQ(message_of<IoError>([] { read_image_file("none.png"); }).substr(0, 10), "none.png: ");
}

}  // namespace image_file_test
}  // namespace sosi::io
