// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/product.hpp"

#include <algorithm>

#include "linalg/register_block.hpp"

namespace sosi {

namespace {

/// Rows of A and C, and one panel of B.
struct Strip {
  const double* a;
  Index a_stride;
  const double* panel;
  Index depth;
  double* c;
  Index c_stride;
};

template <int n_rows, int n_lanes>
[[gnu::always_inline]] inline void add_rows(const Strip& strip) {
  RegisterBlock<n_rows, n_lanes> block;
  block.load(strip.c, strip.c_stride);
  block.template add_product<1>(strip.a, strip.a_stride, strip.panel, strip.depth);
  block.store(strip.c, strip.c_stride);
}

template <int n_rows, int n_lanes>
[[gnu::always_inline]] inline void add_panel(const Strip& all, Index n) {
  Strip strip = all;
  Index row = 0;
  for (; row + n_rows <= n; row += n_rows) {
    add_rows<n_rows, n_lanes>(strip);
    strip.a += n_rows * strip.a_stride;
    strip.c += n_rows * strip.c_stride;
  }
  for (; row < n; ++row) {
    add_rows<1, n_lanes>(strip);
    strip.a += strip.a_stride;
    strip.c += strip.c_stride;
  }
}

// As many sums as the registers hold, and enough of them to hide the time that one multiplication takes.
using AddPanel = Vectorized<add_panel<1, 2>, add_panel<2, 4>, add_panel<8, 8>>;

Index n_panels(Index n_cols) {
  return (n_cols + kPanel - 1) / kPanel;
}

}  // namespace

void RightFactor::resize(Index n_rows, Index n_cols) {
  n_rows_ = n_rows;
  n_cols_ = n_cols;
  is_lower_ = false;
  values_.assign(n_panels(n_cols) * kPanel * n_rows, 0.0);
}

void RightFactor::set(const lapack::Block& b) {
  resize(b.rows, b.cols);
  for (Index i = 0; i < b.rows; ++i) {
    for (Index first = 0; first < b.cols; first += kPanel) {
      const double* from = b.data + i * b.stride + first;
      std::copy_n(from, std::min(kPanel, b.cols - first), values_.data() + first * n_rows_ + i * kPanel);
    }
  }
}

void RightFactor::set_lower(const lapack::Block& b) {
  set(b);
  is_lower_ = true;
}

void RightFactor::set_transposed(const lapack::Block& b) {
  resize(b.cols, b.rows);
  for (Index j = 0; j < b.rows; ++j) {
    const double* from = b.data + j * b.stride;
    double* to = values_.data() + j / kPanel * kPanel * n_rows_ + j % kPanel;
    for (Index i = 0; i < b.cols; ++i) to[i * kPanel] = from[i];
  }
}

void add_product(const lapack::Block& a, const RightFactor& b, const lapack::Block& c) {
  std::vector<double> edge;
  for (Index number = 0; number < n_panels(b.cols()); ++number) {
    const Index first = number * kPanel;
    const Index skipped = std::min(b.first_row(number), a.cols);
    Strip strip{a.data + skipped, a.stride,       b.panel(number) + skipped * kPanel,
                a.cols - skipped, c.data + first, c.stride};
    if (first + kPanel <= b.cols()) {
      AddPanel::run(strip, a.rows);
      continue;
    }
    // The last columns are fewer than a panel: they are summed beside C.
    const Index n = b.cols() - first;
    edge.assign(a.rows * kPanel, 0.0);
    for (Index i = 0; i < a.rows; ++i) std::copy_n(strip.c + i * c.stride, n, edge.data() + i * kPanel);
    strip.c = edge.data();
    strip.c_stride = kPanel;
    AddPanel::run(strip, a.rows);
    for (Index i = 0; i < a.rows; ++i) {
      std::copy_n(edge.data() + i * kPanel, n, c.data + i * c.stride + first);
    }
  }
}

}  // namespace sosi
