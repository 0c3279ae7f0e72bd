// SPDX-License-Identifier: BSD-3-Clause
#include "graph/packed_rows.hpp"

#include <algorithm>

#include "core/vectorize.hpp"

namespace sosi {

namespace {

constexpr Index kPanel = PackedRows::kPanel;
constexpr Index kLanes = 8;
constexpr Index kParts = kPanel / kLanes;
constexpr Index kRowsTogether = 4;

// The compiler turns this into whatever vectors the machine has.
using Lanes =
    double __attribute__((vector_size(kLanes * sizeof(double)), aligned(sizeof(double)), may_alias));

// Aim: acc(i, j) = sum over features of (x_i - a_j)², one panel of a against n_rows rows of x.
// Every entry is accumulated alone and in the order of the features: the number of rows taken together
// changes the speed, never a bit.
template <Index n_rows>
[[gnu::always_inline]] inline void accumulate_panel(const double* panel, const double* const* rows,
                                                    Index n_features, double* out, Index stride) {
  Lanes sums[n_rows][kParts] = {};
  for (Index feature = 0; feature < n_features; ++feature) {
    for (Index part = 0; part < kParts; ++part) {
      const Lanes packed = *reinterpret_cast<const Lanes*>(panel + feature * kPanel + part * kLanes);
      for (Index i = 0; i < n_rows; ++i) {
        const Lanes difference = rows[i][feature] - packed;
        sums[i][part] += difference * difference;
      }
    }
  }
  for (Index i = 0; i < n_rows; ++i) {
    for (Index part = 0; part < kParts; ++part) {
      *reinterpret_cast<Lanes*>(out + i * stride + part * kLanes) = sums[i][part];
    }
  }
}

SOSI_VECTORIZE void four_rows(const double* panel, const double* const* rows, Index n_features, double* out,
                              Index stride) {
  accumulate_panel<kRowsTogether>(panel, rows, n_features, out, stride);
}

SOSI_VECTORIZE void one_row(const double* panel, const double* const* rows, Index n_features, double* out,
                            Index stride) {
  accumulate_panel<1>(panel, rows, n_features, out, stride);
}

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
  for (Index j = 0; j < n_rows_; ++j) {
    const double* lane = values_.data() + (j / kPanel) * kPanel * n_features_ + j % kPanel;
    for (Index feature = 0; feature < n_features_; ++feature) samples(j, feature) = lane[feature * kPanel];
  }
  return samples;
}

void PackedRows::squared_distances(std::span<const double* const> rows, double* out, Index stride) const {
  const auto n = static_cast<Index>(rows.size());
  for (Index p = 0; p < n_panels(); ++p) {
    const double* panel = values_.data() + p * kPanel * n_features_;
    double* column = out + p * kPanel;
    Index i = 0;
    for (; i + kRowsTogether <= n; i += kRowsTogether) {
      four_rows(panel, rows.data() + i, n_features_, column + i * stride, stride);
    }
    for (; i < n; ++i) one_row(panel, rows.data() + i, n_features_, column + i * stride, stride);
  }
}

}  // namespace sosi
