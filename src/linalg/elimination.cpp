// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/elimination.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/register_block.hpp"

namespace sosi {

namespace {

// Columns of x that are used at a time, for all panels: they stay in the cache with their part of L.
constexpr Index kDepth = 256;

// Column by column: x_i = b_i / L_ii, then b_j -= x_i L_ji for all j > i at once.
template <int n_rows, int n_lanes, int n_columns>
[[gnu::always_inline]] inline void solve(RegisterBlock<n_rows, n_lanes, n_columns>& block,
                                         const FactorPanel& panel) {
#pragma GCC unroll 16
  for (int i = 0; i < n_columns; ++i) {
    const int vector = i / n_lanes;
#pragma GCC unroll 16
    for (int r = 0; r < n_rows; ++r) {
      Register<n_lanes>* const row = block.values[r];
      const double x = row[vector][i % n_lanes] * panel.reciprocal[i];
#pragma GCC unroll 8
      for (int v = vector; v < block.kVectors; ++v) {
        Register<n_lanes> lower;
        std::memcpy(&lower, panel.lower_transposed[i].values + v * n_lanes, sizeof lower);
        row[v] -= x * lower;
      }
      row[vector][i % n_lanes] = x;
    }
  }
}

/// What is done to some columns of some rows: depth `first` … `last` of the product, then maybe the solution.
struct Step {
  const FactorPanel* panel;
  Index first;
  Index last;
  bool finish;
};

template <int n_rows, int n_lanes, int n_columns>
[[gnu::always_inline]] inline void take_rows(double* rows, Index stride, const Step& step) {
  const FactorPanel& panel = *step.panel;
  RegisterBlock<n_rows, n_lanes, n_columns> block;
  double edge[n_rows * n_columns] = {};  // columns beyond the last are nobody's
  const bool whole = panel.count == n_columns;
  double* columns = rows + panel.first;
  if (!whole) {
    for (int r = 0; r < n_rows; ++r) std::copy_n(columns + r * stride, panel.count, edge + r * n_columns);
  }
  block.load(whole ? columns : edge, whole ? stride : n_columns);
  if (step.first < step.last) {
    block.template add_product<-1>(rows + step.first, stride, panel.right[step.first].values,
                                   step.last - step.first);
  }
  if (step.finish) solve(block, panel);
  block.store(whole ? columns : edge, whole ? stride : n_columns);
  if (!whole) {
    for (int r = 0; r < n_rows; ++r) std::copy_n(edge + r * n_columns, panel.count, columns + r * stride);
  }
}

template <int n_rows, int n_lanes, int n_columns>
[[gnu::always_inline]] inline void take_columns(const FactorRows& rows, const Step& step) {
  Index r = 0;
  for (; r + n_rows <= rows.n; r += n_rows) {
    take_rows<n_rows, n_lanes, n_columns>(rows.row(r), rows.stride, step);
  }
  for (; r < rows.n; ++r) take_rows<1, n_lanes, n_columns>(rows.row(r), rows.stride, step);
}

// Of a panel with few columns, half is enough, and twice as many rows fit.
template <int n_rows, int n_lanes>
[[gnu::always_inline]] inline void take(const FactorRows& rows, const Step& step) {
  if (step.panel->count > kPanel / 2) {
    take_columns<n_rows, n_lanes, kPanel>(rows, step);
  } else {
    take_columns<2 * n_rows, n_lanes, kPanel / 2>(rows, step);
  }
}

// d - sum of x_i², in the same steps as every other entry.
[[gnu::always_inline]] inline double subtract_squares(double d, const double* x, Index n) {
  for (Index i = 0; i < n; ++i) d -= x[i] * x[i];
  return d;
}

// As many rows as the registers hold, and enough of them to hide the time that one multiplication takes.
using Take = Vectorized<take<1, 2>, take<2, 4>, take<8, 8>>;

void set_panel(FactorPanel& panel, Index first, Index count) {
  panel.first = first;
  panel.count = count;
  std::ranges::fill(panel.lower_transposed, PanelRow{});
  std::ranges::fill(panel.reciprocal, 1.0);
}

// Transposes the columns before the panel's.
void pack_right(const FactorRows& rows, FactorPanel& panel) {
  panel.right.assign(panel.first, PanelRow{});
  for (Index k = 0; k < panel.first; ++k) {
    for (Index r = 0; r < panel.count; ++r) panel.right[k].values[r] = rows.row(r)[k];
  }
}

void pack_row(const FactorRows& rows, Index r, FactorPanel& panel) {
  const double* row = rows.row(r) + panel.first;
  for (Index i = 0; i < r; ++i) panel.lower_transposed[i].values[r] = row[i];
  panel.reciprocal[r] = 1.0 / row[r];
}

}  // namespace

void pack_panel(const FactorRows& rows, Index first, FactorPanel& panel) {
  set_panel(panel, first, rows.n);
  pack_right(rows, panel);
  for (Index r = 0; r < rows.n; ++r) pack_row(rows, r, panel);
}

bool factor_panel(const FactorRows& rows, Index first, FactorPanel& panel) {
  set_panel(panel, first, rows.n);
  pack_right(rows, panel);
  for (Index r = 0; r < rows.n; ++r) {
    // The rows before this one are in the panel; the columns from its own on stay what they are.
    double* row = rows.row(r) + first;
    double diagonal = row[r];
    panel.count = r;
    if (r > 0) Take::run({rows.row(r), 1, rows.stride}, {&panel, 0, first, true});
    diagonal = Vectorized<subtract_squares>::run(diagonal, rows.row(r), first + r);
    if (!(diagonal > 0.0)) return false;
    row[r] = std::sqrt(diagonal);
    panel.count = r + 1;
    pack_row(rows, r, panel);
  }
  return true;
}

void eliminate(const FactorRows& rows, std::span<const FactorPanel> panels) {
  const Index first = panels.front().first;
  for (Index depth = 0; depth < first; depth += kDepth) {
    const Index end = std::min(depth + kDepth, first);
    for (const FactorPanel& panel : panels) Take::run(rows, {&panel, depth, end, false});
  }
  for (const FactorPanel& panel : panels) Take::run(rows, {&panel, first, panel.first, true});
}

}  // namespace sosi
