// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstring>

#include "linalg/vectorized.hpp"
#include "sosi/core/matrix.hpp"

namespace sosi {

/// Columns of a product that are computed together: as many as the registers take.
inline constexpr Index kPanel = 16;

/// `n_rows` rows of a panel's first `n_columns` columns, held in registers of `n_lanes` numbers: the loops
/// are unrolled, or else the compiler would keep everything in memory.
template <int n_rows, int n_lanes, int n_columns = kPanel>
struct RegisterBlock {
  static constexpr int kVectors = n_columns / n_lanes;
  Register<n_lanes> values[n_rows][kVectors];

  [[gnu::always_inline]] void load(const double* from, Index stride) {
#pragma GCC unroll 16
    for (int r = 0; r < n_rows; ++r) {
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v)
        std::memcpy(&values[r][v], from + r * stride + Index{v} * n_lanes, sizeof values[r][v]);
    }
  }

  [[gnu::always_inline]] void store(double* to, Index stride) const {
#pragma GCC unroll 16
    for (int r = 0; r < n_rows; ++r) {
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v)
        std::memcpy(to + r * stride + Index{v} * n_lanes, &values[r][v], sizeof values[r][v]);
    }
  }

  /// Adds A B for rows of A and one panel of B, or subtracts it; the terms one by one in the order of A's
  /// columns.
  template <int sign>
  [[gnu::always_inline]] void add_product(const double* a, Index stride, const double* panel, Index depth) {
    for (Index k = 0; k < depth; ++k) {
      Register<n_lanes> b[kVectors];
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v)
        std::memcpy(&b[v], panel + k * kPanel + Index{v} * n_lanes, sizeof b[v]);
#pragma GCC unroll 16
      for (int r = 0; r < n_rows; ++r) {
        const double of_row = a[r * stride + k];
#pragma GCC unroll 8
        for (int v = 0; v < kVectors; ++v) {
          if constexpr (sign > 0) {
            values[r][v] += of_row * b[v];
          } else {
            values[r][v] -= of_row * b[v];
          }
        }
      }
    }
  }
};

}  // namespace sosi
