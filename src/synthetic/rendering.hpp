// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>

#include "sosi/core/parallel.hpp"
#include "sosi/synthetic/image_set.hpp"

namespace sosi {

/// How many images to make, and how large.
struct ImageSetShape {
  std::size_t n_classes;
  std::size_t n_images;  ///< a class
  Index height;
  Index width;
};

/// Calls render(class, image) for all images, in parallel, and lays them out by class, then by image.
ImageSet render_classes(const ImageSetShape& shape, ThreadPool& threads,
                        const std::function<Matrix(std::size_t, std::size_t)>& render);

/// The means of the `finer` x `finer` blocks of an image.
Matrix averaged_down(const Matrix& image, Index finer);

}  // namespace sosi
