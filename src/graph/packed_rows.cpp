// SPDX-License-Identifier: BSD-3-Clause
#include "graph/packed_rows.hpp"

#include <cstring>

#include "linalg/vectorized.hpp"

namespace sosi {

namespace {

constexpr Index kPanel = PackedRows::kPanel;

// Rows against one panel: entry (i, j) goes to out[i * stride + j].
struct Strip {
  const double* panel;
  Index n_features;
  const double* const* rows;
  Index n_rows;
  double* out;
  Index stride;
};

// Aim: out(i, j) = sum over features of (x_i - a_j)², for `kRows` rows of x from row `first`.
// Every entry is accumulated alone and in the order of the features: the number of rows taken together
// changes the speed, never a bit.
template <Index kRows, class Numbers>
[[gnu::always_inline]] inline void accumulate(const Strip& strip, Index first) {
  constexpr Index kLanes = sizeof(Numbers) / sizeof(double);
  constexpr Index kParts = kPanel / kLanes;
  const double* rows[kRows];
  for (Index i = 0; i < kRows; ++i) rows[i] = strip.rows[first + i];
  Numbers sums[kRows][kParts] = {};
  for (Index feature = 0; feature < strip.n_features; ++feature) {
    for (Index part = 0; part < kParts; ++part) {
      Numbers packed;
      std::memcpy(&packed, strip.panel + feature * kPanel + part * kLanes, sizeof packed);
      for (Index i = 0; i < kRows; ++i) {
        const Numbers difference = rows[i][feature] - packed;
        sums[i][part] += difference * difference;
      }
    }
  }
  // Unrolled, or else the sums would be kept in memory for the sake of this loop.
#pragma GCC unroll 8
  for (Index i = 0; i < kRows; ++i) {
#pragma GCC unroll 8
    for (Index part = 0; part < kParts; ++part) {
      double* out = strip.out + (first + i) * strip.stride + part * kLanes;
      std::memcpy(out, &sums[i][part], sizeof(Numbers));
    }
  }
}

template <Index kRows, class Numbers>
[[gnu::always_inline]] inline void accumulate_all(const Strip& strip) {
  Index i = 0;
  for (; i + kRows <= strip.n_rows; i += kRows) accumulate<kRows, Numbers>(strip, i);
  for (; i < strip.n_rows; ++i) accumulate<1, Numbers>(strip, i);
}

// As many rows together as the registers hold the sums of.
using Distances = Vectorized<accumulate_all<1, Register<2>>, accumulate_all<2, Register<4>>,
                             accumulate_all<8, Register<8>>>;

}  // namespace

PackedRows::PackedRows(const MatrixView& samples, std::span<const Index> rows)
    : n_rows_(static_cast<Index>(rows.size())), n_features_(samples.cols()) {
  values_.assign(static_cast<std::size_t>(padded_size() * n_features_), 0.0);
  for (Index j = 0; j < n_rows_; ++j) {
    const double* row = samples.row(rows[static_cast<std::size_t>(j)]).data();
    double* lane = values_.data() + (j / kPanel) * kPanel * n_features_ + j % kPanel;
    for (Index feature = 0; feature < n_features_; ++feature) lane[feature * kPanel] = row[feature];
  }
}

Matrix PackedRows::unpack() const {
  Matrix samples(n_rows_, n_features_);
  for (Index j = 0; j < n_rows_; ++j) unpack_row(j, samples.row(j).data());
  return samples;
}

void PackedRows::unpack_row(Index row, double* out) const {
  const double* lane = values_.data() + (row / kPanel) * kPanel * n_features_ + row % kPanel;
  for (Index feature = 0; feature < n_features_; ++feature) out[feature] = lane[feature * kPanel];
}

bool PackedRows::equals(Index row, const double* other) const {
  const double* lane = values_.data() + (row / kPanel) * kPanel * n_features_ + row % kPanel;
  for (Index feature = 0; feature < n_features_; ++feature) {
    if (lane[feature * kPanel] != other[feature]) return false;
  }
  return true;
}

void PackedRows::squared_distances(std::span<const double* const> rows, Panels panels, double* out,
                                   Index stride) const {
  for (Index p = 0; p < panels.count; ++p) {
    const double* panel = values_.data() + (panels.first + p) * kPanel * n_features_;
    Distances::run({panel, n_features_, rows.data(), std::ssize(rows), out + p * kPanel, stride});
  }
}

}  // namespace sosi
