// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "sosi/core/matrix.hpp"

namespace sosi {

/// Rows of a matrix laid out for fast distances: panels of `kPanel` rows, feature by feature, padded with
/// zeros.
class PackedRows {
 public:
  static constexpr Index kPanel = 16;

  PackedRows() = default;
  PackedRows(const MatrixView& samples, std::span<const Index> rows);

  Index size() const { return n_rows_; }
  Index n_features() const { return n_features_; }
  Index n_panels() const { return (n_rows_ + kPanel - 1) / kPanel; }
  /// The number of rows with the padding.
  Index padded_size() const { return n_panels() * kPanel; }

  /// The rows as they came.
  Matrix unpack() const;
  /// One of them.
  void unpack_row(Index row, double* out) const;

  /// Whether one of them is equal to `other`, number by number.
  bool equals(Index row, const double* other) const;

  /// Writes the squared distances from each of `rows` (pointers to `n_features` numbers) to all packed rows,
  /// padding included: entry (i, j) goes to out[i * stride + j]. Its bits depend on row i and packed row j
  /// alone.
  void squared_distances(std::span<const double* const> rows, double* out, Index stride) const {
    squared_distances(rows, {0, n_panels()}, out, stride);
  }

  /// Panels first … first + count - 1.
  struct Panels {
    Index first;
    Index count;
  };

  /// The same for some panels: the first entry is the distance to the first row of the first of them.
  void squared_distances(std::span<const double* const> rows, Panels panels, double* out, Index stride) const;

 private:
  Index n_rows_ = 0;
  Index n_features_ = 0;
  std::vector<double> values_;
};

}  // namespace sosi
