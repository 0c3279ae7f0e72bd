// SPDX-License-Identifier: BSD-3-Clause
#include "io/images/image_resize.hpp"

#include <gtest/gtest.h>

#include "problems.hpp"

namespace sosi::io {
namespace image_resize_test {

constexpr double kRounding = 1e-14;

double largest(const Matrix& difference) {
  return difference.cwiseAbs().maxCoeff();
}

TEST(ImageResize, HalvesByAWeightedMean) {
  // A new pixel reaches over four old ones with weights 1 3 3 1; what lies outside does not count.
  const Matrix row = (Matrix(1, 4) << 1, 2, 4, 8).finished();
  const Matrix expected =
      (Matrix(1, 2) << (3 * 1 + 3 * 2 + 1 * 4) / 7.0, (1 * 2 + 3 * 4 + 3 * 8) / 7.0).finished();
  EXPECT_LT(largest(resized(row, {1, 2}) - expected), kRounding);
}

TEST(ImageResize, EnlargesByInterpolation) {
  const Matrix row = (Matrix(1, 2) << 0, 1).finished();
  const Matrix expected = (Matrix(1, 4) << 0, 0.25, 0.75, 1).finished();
  EXPECT_LT(largest(resized(row, {1, 4}) - expected), kRounding);
}

TEST(ImageResize, TheSameSizeIsTheSameImage) {
  const Matrix image = testing::random_matrix(7, 5, 1);
  EXPECT_EQ(resized(image, {7, 5}), image);
}

TEST(ImageResize, OneColorStays) {
  const Matrix image = Matrix::Constant(13, 8, 0.37);
  for (const ImageSize size : {ImageSize{1, 1}, {5, 3}, {13, 20}, {40, 2}, {26, 16}, {12, 7}}) {
    const Matrix result = resized(image, size);
    ASSERT_EQ(result.rows(), size.height);
    ASSERT_EQ(result.cols(), size.width);
    EXPECT_LT(largest(result.array() - 0.37), kRounding);
  }
}

TEST(ImageResize, RampsStayRampsAwayFromTheBorder) {
  Matrix ramp(6, 60);
  for (Index i = 0; i < 60; ++i) ramp.col(i).setConstant(static_cast<double>(i) + 0.5);
  for (const Index width : {15, 20, 30, 90, 117}) {
    const Matrix result = resized(ramp, {6, width});
    const double step = 60.0 / static_cast<double>(width);
    for (Index i = 0; i < width; ++i) {
      const double center = (static_cast<double>(i) + 0.5) * step;
      if (center > step + 1.0 && center < 59.0 - step) {
        EXPECT_NEAR(result(3, i), center, 1e-12) << width;
      }
    }
  }
}

TEST(ImageResize, WholeReductionsKeepTheMeanOfSymmetricImages) {
  // The border loses weight where the inside gains it; a checkerboard of blocks has the same mean in both.
  Matrix image(12, 12);
  for (Index i = 0; i < 144; ++i) image(i / 12, i % 12) = static_cast<double>((i / 12 + i % 12) % 2);
  for (const Index n : {1, 2, 3, 6}) EXPECT_NEAR(resized(image, {n, n}).mean(), 0.5, kRounding) << n;
}

TEST(ImageResize, TransposingBeforeOrAfterIsTheSame) {
  const Matrix image = testing::random_matrix(17, 23, 2);
  for (const ImageSize size : {ImageSize{5, 6}, {6, 40}, {40, 6}, {17, 3}, {30, 50}}) {
    const Matrix before = resized(image.transpose(), {size.width, size.height});
    EXPECT_LT(largest(resized(image, size) - before.transpose()), kRounding);
  }
}

TEST(ImageResize, LongImagesTakeNoMoreThanTheirEnds) {
  const Matrix strip = Matrix::Constant(1, 1 << 20, 0.5);
  EXPECT_LT(largest(resized(strip, {4096, 1}).array() - 0.5), 1e-12);
  EXPECT_LT(largest(resized(strip.transpose(), {1, 4096}).array() - 0.5), 1e-12);
}

}  // namespace image_resize_test
}  // namespace sosi::io
