// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/sample_distances.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

constexpr Index kDistanceRowsPerItem = 64;
constexpr std::size_t kColumnsAtOnce = 256;  // their samples stay in the cache

}  // namespace

SampleDistances::SampleDistances(const Matrix& all, Index n_labeled)
    : n_samples_(all.rows()), n_labeled_(n_labeled), all_(&all) {}

SampleDistances::SampleDistances(const SampleSet& samples, Index n_kept, ThreadPool& threads)
    : n_samples_(samples.size()), n_labeled_(samples.n_labeled()), samples_(&samples) {
  if (n_kept >= n_samples_) {
    kept_ =
        squared_distances(samples.matrix(), Indices(samples.rows().begin(), samples.rows().end()), threads);
    return;
  }
  kept_.resize(n_samples_, std::max(n_kept, n_labeled_));
  held_.assign(kept_.cols(), -1);
  column_.assign(n_samples_, -1);
  keep(samples.labeled(), threads);
}

void SampleDistances::keep(std::span<const Position> samples, ThreadPool& threads) {
  if (keeps_all()) return;
  std::vector<bool> is_wanted(n_samples_, false);
  for (const Position sample : samples) is_wanted[sample] = true;
  Positions missing;
  std::ranges::copy_if(samples, std::back_inserter(missing), [&](Position s) { return column_[s] < 0; });
  Indices columns;  // of the missing ones
  for (Index column = 0; column < std::ssize(held_) && columns.size() < missing.size(); ++column) {
    const Index sample = held_[column];
    if (sample >= 0 && (sample < n_labeled_ || is_wanted[sample])) continue;
    if (sample >= 0) column_[sample] = -1;
    columns.push_back(column);
  }
  missing.resize(columns.size());
  if (missing.empty()) return;
  for (std::size_t i = 0; i < missing.size(); ++i) {
    held_[columns[i]] = missing[i];
    column_[missing[i]] = columns[i];
  }
  for (std::size_t first = 0; first < missing.size(); first += kColumnsAtOnce) {
    const std::size_t n = std::min(kColumnsAtOnce, missing.size() - first);
    compute_columns(std::span(missing).subspan(first, n), std::span(columns).subspan(first, n), threads);
  }
}

void SampleDistances::compute_columns(std::span<const Position> samples, std::span<const Index> columns,
                                      ThreadPool& threads) {
  const PackedRows packed = pack(samples);
  threads.for_each((n_samples_ + kDistanceRowsPerItem - 1) / kDistanceRowsPerItem, [&](std::size_t item) {
    const Index first = static_cast<Index>(item) * kDistanceRowsPerItem;
    const Positions rows = position_range(first, std::min(first + kDistanceRowsPerItem, n_samples_));
    const Matrix block = compute(rows, packed);
    for (Index r = 0; r < std::ssize(rows); ++r) {
      for (std::size_t c = 0; c < columns.size(); ++c) kept_(first + r, columns[c]) = block(r, c);
    }
  });
}

PackedRows SampleDistances::pack(std::span<const Position> samples) const {
  Indices rows;
  for (const Position sample : samples) rows.push_back(samples_->row(sample));
  return PackedRows(samples_->matrix(), rows);
}

// With the columns of the padding.
Matrix SampleDistances::compute(std::span<const Position> rows, const PackedRows& columns) const {
  std::vector<const double*> pointers;
  for (const Position row : rows) pointers.push_back(samples_->data(row));
  Matrix block(rows.size(), columns.padded_size());
  columns.squared_distances(pointers, block.data(), block.outerStride());
  return block;
}

SampleDistances::Columns SampleDistances::to(std::span<const Position> samples) const {
  const bool are_kept =
      keeps_all() || std::ranges::all_of(samples, [&](Position sample) { return column_[sample] >= 0; });
  return {samples, are_kept ? std::nullopt : std::optional(pack(samples))};
}

void SampleDistances::gather(std::span<const Position> rows, const Columns& columns, double* out,
                             Index stride) const {
  const Matrix made = columns.packed ? compute(rows, *columns.packed) : Matrix();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double* from = columns.packed ? made.row(r).data() : kept().row(rows[r]).data();
    double* to = out + r * stride;
    const std::size_t n = columns.samples.size();
    if (columns.packed) {
      std::copy_n(from, n, to);
    } else if (keeps_all()) {
      for (std::size_t c = 0; c < n; ++c) to[c] = from[columns.samples[c]];
    } else {
      for (std::size_t c = 0; c < n; ++c) to[c] = from[column_[columns.samples[c]]];
    }
  }
}

}  // namespace sosi
