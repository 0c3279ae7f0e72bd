// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "sosi/core/matrix.hpp"
#include "sosi/data/columns.hpp"
#include "sosi/data/image_size.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {

/// Samples to fit: one per row, with a label where one is known.
struct TrainingSet {
  Matrix samples;
  Labels labels;
  Matrix embedding;         ///< with `embedding = precomputed`: a row for every labeled row, or for every row
  Indices row_numbers;      ///< what rows are called in messages; empty: 0, 1, …
  bool are_images = false;  ///< `normalize = auto` brings images to unit length
  std::vector<ColumnFormat> columns = {};    ///< of a table: what the features were made of; else empty
  std::optional<ImageSize> image_size = {};  ///< of images, where it is known: kept in the model
};

}  // namespace sosi
