// SPDX-License-Identifier: BSD-3-Clause
#include "core/product.hpp"

#include <algorithm>
#include <cstring>

namespace sosi {

namespace {

constexpr Index kPanel = RightFactor::kPanel;

/// Rows of A and C, and one panel of B.
struct Strip {
  const double* a;
  Index a_stride;
  const double* panel;
  Index depth;
  double* c;
  Index c_stride;
};

// So many numbers in one register.
using Two [[gnu::vector_size(16)]] = double;
using Four [[gnu::vector_size(32)]] = double;
using Eight [[gnu::vector_size(64)]] = double;

/// `kRows` rows of C at a time, held in registers while the sums run.
template <int kRows, class Numbers>
[[gnu::always_inline]] inline void add_rows(double factor, const Strip& strip) {
  constexpr int kVectors = kPanel * sizeof(double) / sizeof(Numbers);
  Numbers sums[kRows][kVectors] = {};
  for (Index k = 0; k < strip.depth; ++k) {
    Numbers b[kVectors];
    std::memcpy(&b, strip.panel + k * kPanel, sizeof b);
    for (int r = 0; r < kRows; ++r) {
      const double a = strip.a[r * strip.a_stride + k];
      for (int v = 0; v < kVectors; ++v) sums[r][v] += a * b[v];
    }
  }
  // Unrolled, or else the sums would be kept in memory for the sake of this loop.
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) {
    Numbers c[kVectors];
    std::memcpy(&c, strip.c + r * strip.c_stride, sizeof c);
    for (int v = 0; v < kVectors; ++v) c[v] += factor * sums[r][v];
    std::memcpy(strip.c + r * strip.c_stride, &c, sizeof c);
  }
}

template <int kRows, class Numbers>
[[gnu::always_inline]] inline void add_panel(double factor, Strip strip, Index n_rows) {
  Index row = 0;
  for (; row + kRows <= n_rows; row += kRows) {
    add_rows<kRows, Numbers>(factor, strip);
    strip.a += kRows * strip.a_stride;
    strip.c += kRows * strip.c_stride;
  }
  for (; row < n_rows; ++row) {
    add_rows<1, Numbers>(factor, strip);
    strip.a += strip.a_stride;
    strip.c += strip.c_stride;
  }
}

// As many sums as the registers hold, and enough of them to hide the time that one multiplication takes.
void add_panel_any(double factor, const Strip& strip, Index n_rows) {
  add_panel<1, Two>(factor, strip, n_rows);
}

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] void add_panel_avx2(double factor, const Strip& strip, Index n_rows) {
  add_panel<2, Four>(factor, strip, n_rows);
}

[[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma")]] void add_panel_avx512(double factor, const Strip& strip,
                                                                            Index n_rows) {
  add_panel<8, Eight>(factor, strip, n_rows);
}
#endif

using AddPanel = void (*)(double factor, const Strip& strip, Index n_rows);

AddPanel widest() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return add_panel_avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return add_panel_avx2;
#endif
  return add_panel_any;
}

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
  set_rows(0, b);
}

void RightFactor::set_rows(Index first_row, const lapack::Block& b) {
  for (Index i = 0; i < b.rows; ++i) {
    for (Index first = 0; first < b.cols; first += kPanel) {
      double* const to = values_.data() + first * n_rows_ + (first_row + i) * kPanel;
      std::copy_n(b.data + i * b.stride + first, std::min(kPanel, b.cols - first), to);
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

void add_product(double factor, const lapack::Block& a, const RightFactor& b, const lapack::Block& c) {
  static const AddPanel add_panel = widest();
  std::vector<double> edge;
  for (Index number = 0; number < n_panels(b.cols()); ++number) {
    const Index first = number * kPanel;
    const Index skipped = std::min(b.first_row(number), a.cols);
    Strip strip{a.data + skipped, a.stride,       b.panel(number) + skipped * kPanel,
                a.cols - skipped, c.data + first, c.stride};
    if (first + kPanel <= b.cols()) {
      add_panel(factor, strip, a.rows);
      continue;
    }
    // The last columns are fewer than a panel: they are summed beside C.
    edge.assign(a.rows * kPanel, 0.0);
    strip.c = edge.data();
    strip.c_stride = kPanel;
    add_panel(factor, strip, a.rows);
    for (Index i = 0; i < a.rows; ++i) {
      for (Index j = first; j < b.cols(); ++j) c.data[i * c.stride + j] += edge[i * kPanel + j - first];
    }
  }
}

}  // namespace sosi
