// SPDX-License-Identifier: BSD-3-Clause
#include "interpolate/triangular_rows.hpp"

#include <algorithm>

namespace sosi {

// Never a multiple of a page, or else a column's numbers would compete for the same few cache lines.
Index TriangularRows::stride(Index tile, Index n_columns) {
  constexpr Index kLine = 8;  // doubles
  return std::min((tile + 1) * kTile, (n_columns + kLine - 1) / kLine * kLine) + kLine;
}

void TriangularRows::resize(Index n_rows) {
  const Index n_tiles = (n_rows + kTile - 1) / kTile;
  const Index n_before = std::ssize(tiles_);
  tiles_.resize(n_tiles);
  for (Index tile = n_before; tile < n_tiles; ++tile) {
    tiles_[tile] = std::make_unique_for_overwrite<double[]>(kTile * stride(tile, n_columns_));
  }
}

double TriangularRows::size(Index n_rows, Index n_columns) {
  double numbers = 0.0;
  for (Index tile = 0; tile * kTile < n_rows; ++tile) {
    const Index n = std::min(kTile, n_rows - tile * kTile);  // the rest is never touched
    numbers += static_cast<double>(n * stride(tile, n_columns));
  }
  return numbers;
}

}  // namespace sosi
