// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/triangular_rows.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace sosi {

// Never a multiple of a page, or else a column's numbers would compete for the same few cache lines.
Index TriangularRows::stride(Index tile, Index n_columns) {
  constexpr Index kLine = 8;  // doubles
  constexpr Index kPage = 512;
  const Index n = std::min((tile + 1) * kTile, (n_columns + kLine - 1) / kLine * kLine) + kLine;
  return n % kPage == 0 ? n + kLine : n;
}

void TriangularRows::Free::operator()(double* block) const {
  std::free(block);
}

void TriangularRows::resize(Index n_rows) {
  const Index n_tiles = (n_rows + kTile - 1) / kTile;
  const Index n_before = std::ssize(tiles_);
  if (n_tiles <= n_before) return;
  std::vector<Index> starts;
  Index n_numbers = 0;
  for (Index tile = n_before; tile < n_tiles; ++tile) {
    starts.push_back(n_numbers);
    n_numbers += kTile * stride(tile, n_columns_);
  }
  // Large pages: fewer of them have to be fetched, and found.
  constexpr std::size_t kPage = std::size_t{1} << 21;
  const std::size_t n_bytes = static_cast<std::size_t>(n_numbers) * sizeof(double);
  void* block = nullptr;
  if (posix_memalign(&block, kPage, n_bytes) != 0) throw std::bad_alloc();
  blocks_.emplace_back(static_cast<double*>(block));
#if defined(__linux__)
  madvise(block, n_bytes / kPage * kPage, MADV_HUGEPAGE);  // where not, all is well too
#endif
  for (const Index start : starts) tiles_.push_back(blocks_.back().get() + start);
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
