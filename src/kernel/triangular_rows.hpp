// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "linalg/elimination.hpp"
#include "sosi/core/matrix.hpp"

namespace sosi {

/// Rows that are stored side by side, and columns that are computed at a time.
inline constexpr Index kTile = 128;

/// Storage for the rows of a triangular matrix that grows: row i has room for its first i + 1 columns,
/// rounded up to whole tiles, but never for more than `n_columns`. Not initialized.
class TriangularRows {
 public:
  explicit TriangularRows(Index n_columns) : n_columns_(n_columns) {}

  /// Makes room for so many rows; those that are there stay.
  void resize(Index n_rows);

  double* row(Index i) const { return tiles_[i / kTile] + i % kTile * stride(i / kTile, n_columns_); }

  /// Adjacent rows of one tile.
  FactorRows rows(Index first, Index n) const { return {row(first), n, stride(first / kTile, n_columns_)}; }

  /// How many numbers so many rows take.
  static double size(Index n_rows, Index n_columns);

 private:
  static Index stride(Index tile, Index n_columns);

  struct Free {
    void operator()(double* block) const;
  };

  Index n_columns_;
  std::vector<std::unique_ptr<double[], Free>> blocks_;
  std::vector<double*> tiles_;  // inside the blocks
};

}  // namespace sosi
