// SPDX-License-Identifier: BSD-3-Clause
#include "synthetic/rendering.hpp"

namespace sosi {

ImageSet render_classes(const ImageSetShape& shape, ThreadPool& threads,
                        const std::function<Matrix(std::size_t, std::size_t)>& render) {
  const std::size_t n_samples = shape.n_classes * shape.n_images;
  ImageSet images;
  images.height = shape.height;
  images.width = shape.width;
  images.samples.resize(static_cast<Index>(n_samples), shape.height * shape.width);
  for (std::size_t i = 0; i < n_samples; ++i) images.classes.push_back(static_cast<int>(i / shape.n_images));
  // In 256 shades of gray, as photographs are stored. Without their rounding, computed images are so smooth
  // that kernel matrices of ordinary scales are near singular, which those of photographs are not.
  constexpr double kBrightest = 255.0;
  threads.for_each(n_samples, [&](std::size_t i) {
    const Matrix image = render(i / shape.n_images, i % shape.n_images);
    images.samples.row(static_cast<Index>(i)) =
        (image * kBrightest).array().round().matrix().reshaped<Eigen::RowMajor>().transpose() / kBrightest;
  });
  return images;
}

Matrix averaged_down(const Matrix& image, Index finer) {
  Matrix small(image.rows() / finer, image.cols() / finer);
  for (Index row = 0; row < small.rows(); ++row) {
    for (Index column = 0; column < small.cols(); ++column) {
      small(row, column) = image.block(finer * row, finer * column, finer, finer).mean();
    }
  }
  return small;
}

}  // namespace sosi
