// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/graph/distances.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/median.hpp"
#include "graph/packed_rows.hpp"

namespace sosi {

namespace {

constexpr Index kBlock = 64;  // rows and columns of one work item

}  // namespace

Matrix squared_distances(const MatrixView& samples, std::span<const Index> rows, ThreadPool& threads) {
  const auto n = static_cast<Index>(rows.size());
  const Index n_blocks = (n + kBlock - 1) / kBlock;
  Matrix result(n, n);
  // One item is a block of columns: the lower part by distances, then its mirror image above the diagonal.
  threads.for_each(static_cast<std::size_t>(n_blocks), [&](std::size_t item) {
    const Index first = static_cast<Index>(item) * kBlock;
    const Index width = std::min(kBlock, n - first);
    const PackedRows columns(samples,
                             rows.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(width)));
    std::vector<double> tile(static_cast<std::size_t>(kBlock * columns.padded_size()));
    std::vector<const double*> pointers;
    for (Index top = first; top < n; top += kBlock) {
      const Index height = std::min(kBlock, n - top);
      pointers.clear();
      for (Index i = 0; i < height; ++i) {
        pointers.push_back(samples.row(rows[static_cast<std::size_t>(top + i)]).data());
      }
      columns.squared_distances(pointers, tile.data(), columns.padded_size());
      const Eigen::Map<const Matrix, 0, Eigen::OuterStride<>> block(
          tile.data(), height, width, Eigen::OuterStride<>(columns.padded_size()));
      result.block(top, first, height, width) = block;
      if (top > first) result.block(first, top, width, height) = block.transpose();
    }
  });
  return result;
}

DistanceMedians median_distances(const MatrixView& squared_distances) {
  std::vector<double> values;
  const Index n = squared_distances.rows();
  values.reserve(static_cast<std::size_t>(n * (n - 1) / 2));
  for (Index i = 1; i < n; ++i) {
    for (Index j = 0; j < i; ++j) values.push_back(squared_distances(i, j));
  }
  DistanceMedians medians{};
  medians.squared_distance = median(values);
  for (double& value : values) value = std::sqrt(value);
  medians.distance = median(values);
  return medians;
}

Indices nearest_rows(const MatrixView& squared_distances, Index i, Indices candidates, int count) {
  std::erase(candidates, i);
  const auto closer = [&](Index a, Index b) {
    const double to_a = squared_distances(i, a);
    const double to_b = squared_distances(i, b);
    return to_a < to_b || (to_a == to_b && a < b);
  };
  const auto n = std::min(candidates.size(), static_cast<std::size_t>(count));
  std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(n), candidates.end(),
                    closer);
  candidates.resize(n);
  return candidates;
}

}  // namespace sosi
