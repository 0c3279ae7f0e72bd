// SPDX-License-Identifier: BSD-3-Clause
// GIF, BMP, TIFF and WebP: the files that fuzzing starts from were written by another program, Pillow.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "io/array_files.hpp"
#include "io/images/image_file.hpp"

namespace sosi::io {
namespace other_images_test {

using namespace io_test;

std::string corpus_file(const std::string& name) {
  std::ifstream file("fuzz/corpus/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

Matrix decoded(const std::string& bytes) {
  return decode_image(std::as_bytes(std::span(bytes)), "image");
}

// What the files show: 3 x 5 grays in steps of 17, as they are or as a color of them.
Matrix grays() {
  Matrix image(3, 5);
  for (Index i = 0; i < image.size(); ++i) image(i / 5, i % 5) = static_cast<double>(17 * i) / 255.0;
  return image;
}

Matrix colors(bool has_opacity) {
  Matrix image(3, 5);
  for (Index i = 0; i < image.size(); ++i) {
    const int level = static_cast<int>(17 * i);
    const int sum = 299 * level + 587 * (255 - level) + 114 * (level / 2);
    image(i / 5, i % 5) = has_opacity && level % 2 != 0 ? 0.0 : sum / 255000.0;
  }
  return image;
}

Matrix thresholded() {
  return (grays().array() > 100.0 / 255.0).cast<double>();
}

void expect_image(const std::string& name, const Matrix& expected) {
  const Matrix found = decoded(corpus_file(name));
  ASSERT_EQ(found.rows(), expected.rows()) << name;
  ASSERT_EQ(found.cols(), expected.cols()) << name;
  EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-15) << name;
}

TEST(OtherImages, GifShowsItsFirstFrame) {
  for (const char* name : {"gif/gray", "gif/interlaced", "gif/animation"}) expect_image(name, grays());
  Matrix transparent = colors(false);
  transparent(0, 0) = 0.0;
  expect_image("gif/transparent", transparent);
  EXPECT_EQ(decoded(corpus_file("gif/many_codes")).size(), 40 * 50);  // the codes start again
}

TEST(OtherImages, BmpOfAnyDepth) {
  expect_image("bmp/gray8", grays());
  expect_image("bmp/rgb24", colors(false));
  expect_image("bmp/rgba32", colors(false));
  expect_image("bmp/one_bit", thresholded());
}

TEST(OtherImages, TiffWhereItCanBeRead) {
  if (!is_image_name("x.tif")) GTEST_SKIP() << "built without libtiff";
  expect_image("tiff/gray", grays());
  expect_image("tiff/gray16", grays());
  expect_image("tiff/rgb_lzw", colors(false));
  expect_image("tiff/rgba_deflate", colors(true));
  expect_image("tiff/one_bit", thresholded());
}

TEST(OtherImages, WebpWhereItCanBeRead) {
  if (!is_image_name("x.webp")) GTEST_SKIP() << "built without libwebp";
  expect_image("webp/lossless", colors(false));
  expect_image("webp/alpha", colors(true));
  EXPECT_LT((decoded(corpus_file("webp/lossy")) - colors(false)).cwiseAbs().maxCoeff(), 0.1);
}

// Whatever is wrong with a file is one of our errors; what is cut off gives no image.
TEST(OtherImages, DamageIsNoticedOrGivesAnImage) {
  for (const std::string name : {"gif/interlaced", "gif/transparent", "bmp/rgb24", "bmp/one_bit",
                                 "tiff/rgb_lzw", "tiff/gray16", "webp/alpha", "webp/lossy"}) {
    const std::string whole = corpus_file(name);
    for (std::size_t i = 0; i < whole.size(); ++i) {
      for (const int bit : {0, 3, 7}) {
        std::string damaged = whole;
        damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
        try {
          decoded(damaged);
        } catch (const IoError&) {
        }
      }
    }
    for (std::size_t n = 0; n < whole.size() / 2; ++n) {
      EXPECT_THROW(decoded(whole.substr(0, n)), IoError) << name << " " << n;
    }
  }
}

TEST(OtherImages, SizesAreHeldAgainstTheBytes) {
  std::string gif = corpus_file("gif/gray");
  gif.replace(6, 4, "\x00\x20\x00\x20", 4);  // 8192 x 8192
  EXPECT_EQ(message_of<IoError>([&] { decoded(gif); }),
            "image: says that it is 8192 x 8192, more than its bytes can hold");
  std::string bmp = corpus_file("bmp/rgb24");
  bmp.replace(18, 4, std::string("\x00\x20\x00\x00", 4));
  EXPECT_EQ(message_of<IoError>([&] { decoded(bmp); }),
            "image: says that it is 3 x 8192, more than its bytes can hold");
}

}  // namespace other_images_test
}  // namespace sosi::io
