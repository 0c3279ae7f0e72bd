// SPDX-License-Identifier: BSD-3-Clause
#include "interpolate/sample_distances.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "graph/packed_rows.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

constexpr Index kRowsPerItem = 64;

}  // namespace

SampleDistances::SampleDistances(const Matrix& all) : n_samples_(all.rows()), all_(&all) {}

SampleDistances::SampleDistances(const Matrix& samples, std::span<const Index> rows, Index n_kept,
                                 ThreadPool& threads)
    : n_samples_(static_cast<Index>(rows.size())), samples_(&samples), rows_(rows.begin(), rows.end()) {
  if (n_kept >= n_samples_) {
    kept_ = squared_distances(samples, rows, threads);
    return;
  }
  kept_.resize(n_samples_, n_kept);
  held_.assign(n_kept, -1);
  column_.assign(n_samples_, -1);
}

void SampleDistances::keep(std::span<const Index> samples, ThreadPool& threads) {
  if (keeps_all()) return;
  std::vector<bool> is_wanted(n_samples_, false);
  for (const Index sample : samples) is_wanted[sample] = true;
  Indices missing;
  std::ranges::copy_if(samples, std::back_inserter(missing), [&](Index s) { return column_[s] < 0; });
  Indices columns;  // of the missing ones
  for (Index column = 0; column < std::ssize(held_) && columns.size() < missing.size(); ++column) {
    const Index sample = held_[column];
    if (sample >= 0 && is_wanted[sample]) continue;
    if (sample >= 0) column_[sample] = -1;
    columns.push_back(column);
  }
  missing.resize(columns.size());
  if (missing.empty()) return;
  for (std::size_t i = 0; i < missing.size(); ++i) {
    held_[columns[i]] = missing[i];
    column_[missing[i]] = columns[i];
  }
  threads.for_each((n_samples_ + kRowsPerItem - 1) / kRowsPerItem, [&](std::size_t item) {
    const Index first = static_cast<Index>(item) * kRowsPerItem;
    Indices rows(std::min(kRowsPerItem, n_samples_ - first));
    std::iota(rows.begin(), rows.end(), first);
    Matrix block(rows.size(), missing.size());
    compute(rows, missing, block.data(), block.outerStride());
    kept_(rows, columns) = block;
  });
}

void SampleDistances::compute(std::span<const Index> rows, std::span<const Index> columns, double* out,
                              Index stride) const {
  Indices packed_rows;
  for (const Index column : columns) packed_rows.push_back(rows_[column]);
  const PackedRows packed(*samples_, packed_rows);
  std::vector<const double*> pointers;
  for (const Index row : rows) pointers.push_back(samples_->row(rows_[row]).data());
  std::vector<double> block(rows.size() * packed.padded_size());
  packed.squared_distances(pointers, block.data(), packed.padded_size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::copy_n(block.data() + r * packed.padded_size(), columns.size(), out + r * stride);
  }
}

void SampleDistances::gather(std::span<const Index> rows, std::span<const Index> columns, double* out,
                             Index stride) const {
  const bool is_kept =
      keeps_all() || std::ranges::all_of(columns, [&](Index column) { return column_[column] >= 0; });
  if (!is_kept) {
    compute(rows, columns, out, stride);
    return;
  }
  const Matrix& distances = kept();
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double* from = distances.row(rows[r]).data();
    double* to = out + r * stride;
    if (keeps_all()) {
      for (std::size_t c = 0; c < columns.size(); ++c) to[c] = from[columns[c]];
    } else {
      for (std::size_t c = 0; c < columns.size(); ++c) to[c] = from[column_[columns[c]]];
    }
  }
}

}  // namespace sosi
