// SPDX-License-Identifier: BSD-3-Clause
#include "core/elimination.hpp"

#include <algorithm>
#include <cmath>

#include "core/registers.hpp"

namespace sosi {

namespace {

// Columns of x that are used at a time, for all panels: they stay in the cache with their part of L.
constexpr Index kDepth = 256;

/// `kRows` rows of `kPanel` columns, held in registers: the loops are unrolled, or else the compiler would
/// keep everything in memory.
template <int kRows, class Numbers>
struct Held {
  static constexpr int kLanes = sizeof(Numbers) / sizeof(double);
  static constexpr int kVectors = kPanel / kLanes;
  using InMemory = typename Loose<Numbers>::Type;
  Numbers values[kRows][kVectors];

  [[gnu::always_inline]] static const InMemory* at(const double* p) {
    return reinterpret_cast<const InMemory*>(p);
  }
  [[gnu::always_inline]] static InMemory* at(double* p) { return reinterpret_cast<InMemory*>(p); }

  [[gnu::always_inline]] void load(const double* from, Index stride) {
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v) values[r][v] = *at(from + r * stride + v * kLanes);
    }
  }

  [[gnu::always_inline]] void store(double* to, Index stride) const {
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v) *at(to + r * stride + v * kLanes) = values[r][v];
    }
  }

  [[gnu::always_inline]] void subtract_product(const double* x, Index stride, const PanelRow* right,
                                               Index depth) {
    for (Index k = 0; k < depth; ++k) {
      Numbers b[kVectors];
#pragma GCC unroll 8
      for (int v = 0; v < kVectors; ++v) b[v] = *at(right[k].values + v * kLanes);
#pragma GCC unroll 8
      for (int r = 0; r < kRows; ++r) {
        const double a = x[r * stride + k];
#pragma GCC unroll 8
        for (int v = 0; v < kVectors; ++v) values[r][v] -= a * b[v];
      }
    }
  }

  // Column by column: x_i = b_i / L_ii, then b_j -= x_i L_ji for all j > i at once.
  [[gnu::always_inline]] void solve(const FactorPanel& panel) {
    using Mask = decltype(Numbers{} < Numbers{});
#pragma GCC unroll 16
    for (int i = 0; i < kPanel; ++i) {
      const int vector = i / kLanes;
      const Mask all_of_lane = Mask{} + i % kLanes;
      Mask lane = {};
      lane[i % kLanes] = -1;
#pragma GCC unroll 8
      for (int r = 0; r < kRows; ++r) {
        const Numbers x = __builtin_shuffle(values[r][vector] * panel.reciprocal[i], all_of_lane);
        values[r][vector] = lane ? x : values[r][vector];
#pragma GCC unroll 8
        for (int v = vector; v < kVectors; ++v)
          values[r][v] -= x * *at(panel.lower_transposed[i].values + v * kLanes);
      }
    }
  }
};

/// What is done to some columns of some rows: depth `first` … `last` of the product, then maybe the solution.
struct Step {
  const FactorPanel* panel;
  Index first;
  Index last;
  bool finish;
};

template <int kRows, class Numbers>
[[gnu::always_inline]] inline void take_rows(double* rows, Index stride, const Step& step) {
  const FactorPanel& panel = *step.panel;
  Held<kRows, Numbers> held;
  double edge[kRows * kPanel] = {};  // columns beyond the last are nobody's
  const bool whole = panel.count == kPanel;
  double* columns = rows + panel.first;
  if (!whole) {
    for (int r = 0; r < kRows; ++r) std::copy_n(columns + r * stride, panel.count, edge + r * kPanel);
  }
  held.load(whole ? columns : edge, whole ? stride : kPanel);
  held.subtract_product(rows + step.first, stride, panel.right.data() + step.first, step.last - step.first);
  if (step.finish) held.solve(panel);
  held.store(whole ? columns : edge, whole ? stride : kPanel);
  if (!whole) {
    for (int r = 0; r < kRows; ++r) std::copy_n(edge + r * kPanel, panel.count, columns + r * stride);
  }
}

template <int kRows, class Numbers>
[[gnu::always_inline]] inline void take(const FactorRows& rows, const Step& step) {
  Index r = 0;
  for (; r + kRows <= rows.n; r += kRows) take_rows<kRows, Numbers>(rows.row(r), rows.stride, step);
  for (; r < rows.n; ++r) take_rows<1, Numbers>(rows.row(r), rows.stride, step);
}

// d - sum of x_i², in the same steps as every other entry.
[[gnu::always_inline]] inline double subtract_squares(double d, const double* x, Index n) {
  for (Index i = 0; i < n; ++i) d -= x[i] * x[i];
  return d;
}

/// The inner loops for one instruction set.
struct Loops {
  void (*take)(const FactorRows& rows, const Step& step);
  double (*subtract_squares)(double d, const double* x, Index n);
};

constexpr Loops kAny = {
    [](const FactorRows& rows, const Step& step) { take<1, Two>(rows, step); },
    [](double d, const double* x, Index n) { return subtract_squares(d, x, n); },
};

#if defined(__x86_64__)
// As many rows as the registers hold, and enough of them to hide the time that one multiplication takes.
SOSI_AVX2 void take_avx2(const FactorRows& rows, const Step& step) {
  take<2, Four>(rows, step);
}
SOSI_AVX2 double subtract_squares_avx2(double d, const double* x, Index n) {
  return subtract_squares(d, x, n);
}
SOSI_AVX512 void take_avx512(const FactorRows& rows, const Step& step) {
  take<8, Eight>(rows, step);
}
constexpr Loops kAvx2 = {take_avx2, subtract_squares_avx2};
constexpr Loops kAvx512 = {take_avx512, subtract_squares_avx2};
#endif

const Loops& loops() {
#if defined(__x86_64__)
  static const InstructionSet widest = widest_instructions();
  if (widest == InstructionSet::avx512) return kAvx512;
  if (widest == InstructionSet::avx2) return kAvx2;
#endif
  return kAny;
}

void set_panel(FactorPanel& panel, Index first, Index count) {
  panel.first = first;
  panel.count = count;
  std::ranges::fill(panel.lower_transposed, PanelRow{});
  std::ranges::fill(panel.reciprocal, 1.0);
}

// Transposes the columns before the panel's.
void pack_right(const FactorRows& rows, FactorPanel& panel) {
  panel.right.assign(panel.first, PanelRow{});
  if (panel.count == kPanel) {
    for (Index k = 0; k < panel.first; ++k) {
      for (Index r = 0; r < kPanel; ++r) panel.right[k].values[r] = rows.row(r)[k];
    }
    return;
  }
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
    if (r > 0) loops().take({rows.row(r), 1, rows.stride}, {&panel, 0, first, true});
    diagonal = loops().subtract_squares(diagonal, rows.row(r), first + r);
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
    for (const FactorPanel& panel : panels) loops().take(rows, {&panel, depth, end, false});
  }
  for (const FactorPanel& panel : panels) loops().take(rows, {&panel, first, panel.first, true});
}

}  // namespace sosi
