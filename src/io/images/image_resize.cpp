// SPDX-License-Identifier: BSD-3-Clause
#include "io/images/image_resize.hpp"

#include <algorithm>
#include <cmath>

namespace sosi::io {

namespace {

// The old pixels that a new one is the weighted mean of.
struct Window {
  Index first = 0;
  Vector weights;
};

// Pixel x covers [x, x + 1]. A new pixel's center c and the reach r of the triangle are measured in old
// pixels; those with |x + 1/2 - c| < r count, by 1 - |x + 1/2 - c| / r.
Window window(Index position, Index n_old, Index n_new) {
  const double step = static_cast<double>(n_old) / static_cast<double>(n_new);
  const double reach = std::max(step, 1.0);
  const double center = (static_cast<double>(position) + 0.5) * step;
  const auto bound = [&](double x) {
    return std::clamp<Index>(static_cast<Index>(std::floor(x + 0.5)), 0, n_old);
  };
  const Index first = bound(center - reach);
  const Index end = bound(center + reach);
  Vector weights(end - first);
  for (Index i = 0; i < weights.size(); ++i) {
    const double distance = std::abs(static_cast<double>(first + i) + 0.5 - center);
    weights(i) = std::max(1.0 - distance / reach, 0.0);
  }
  return {first, weights / weights.sum()};
}

Matrix with_height(const Matrix& image, Index height) {
  Matrix result = Matrix::Zero(height, image.cols());
  for (Index row = 0; row < height; ++row) {
    const Window from = window(row, image.rows(), height);
    for (Index i = 0; i < from.weights.size(); ++i) {
      result.row(row) += from.weights(i) * image.row(from.first + i);
    }
  }
  return result;
}

}  // namespace

Matrix resized(const Matrix& image, ImageSize size) {
  // The direction that leaves the smaller image in between goes first.
  if (size.height * image.cols() > image.rows() * size.width) {
    return resized(image.transpose(), {size.width, size.height}).transpose();
  }
  const Matrix turned = with_height(image, size.height).transpose();
  return with_height(turned, size.width).transpose();
}

}  // namespace sosi::io
