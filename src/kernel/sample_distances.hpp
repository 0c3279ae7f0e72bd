// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>

#include "data/sample_set.hpp"
#include "graph/packed_rows.hpp"
#include "sosi/core/index.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

/// Squared distances between the samples of a fit: kept for some of them, computed on demand for the others,
/// with the same bits either way. Those to the labeled samples are always kept.
class SampleDistances {
 public:
  /// All of them, kept by the caller, with the labeled samples first.
  SampleDistances(const Matrix& all, Index n_labeled);

  /// Between the samples of a set that the caller keeps. Has room for the distances from all samples to
  /// `n_kept` of them, the labeled ones included; where that is all, computes them at once.
  SampleDistances(const SampleSet& samples, Index n_kept, ThreadPool& threads);
  SampleDistances(const SampleDistances&) = delete;
  SampleDistances& operator=(const SampleDistances&) = delete;

  Index n_samples() const { return n_samples_; }

  /// From every sample (row) to every labeled sample (column).
  auto to_labeled() const { return kept().leftCols(n_labeled_); }
  /// All of them where all are kept, else nothing.
  const Matrix* all() const { return keeps_all() ? &kept() : nullptr; }

  /// Keeps the distances from all samples to these from now on, as far as there is room; others are forgotten
  /// where that makes room, but never those to the labeled samples.
  void keep(std::span<const Position> samples, ThreadPool& threads);

  /// Samples that distances are wanted to, prepared for it; the caller keeps their positions.
  struct Columns {
    std::span<const Position> samples;
    std::optional<PackedRows> packed;  // where not all of them are kept
  };
  Columns to(std::span<const Position> samples) const;

  /// Distances from some samples to the columns: entry (r, c) goes to out[r * stride + c].
  void gather(std::span<const Position> rows, const Columns& columns, double* out, Index stride) const;

 private:
  bool keeps_all() const { return column_.empty(); }
  const Matrix& kept() const { return all_ != nullptr ? *all_ : kept_; }
  PackedRows pack(std::span<const Position> samples) const;
  Matrix compute(std::span<const Position> rows, const PackedRows& columns) const;
  void compute_columns(std::span<const Position> samples, std::span<const Index> columns,
                       ThreadPool& threads);

  Index n_samples_;
  Index n_labeled_;
  const Matrix* all_ = nullptr;         // the caller's
  const SampleSet* samples_ = nullptr;  // where distances can be computed
  Matrix kept_;
  Indices held_;    // the sample of each column of `kept_`; -1: none
  Indices column_;  // of each sample; -1: none; empty where all are kept
};

}  // namespace sosi
