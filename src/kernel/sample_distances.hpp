// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>

#include "graph/packed_rows.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

/// Squared distances between samples: kept for some of them, made anew for the others. The same bits either
/// way.
class SampleDistances {
 public:
  /// All of them, kept by the caller.
  explicit SampleDistances(const Matrix& all);

  /// Between the named rows of a matrix, which the caller keeps. Has room for the distances from all samples
  /// to `n_kept` of them; where that is all, computes them at once.
  SampleDistances(const Matrix& samples, std::span<const Index> rows, Index n_kept, ThreadPool& threads);
  SampleDistances(const SampleDistances&) = delete;
  SampleDistances& operator=(const SampleDistances&) = delete;

  Index n_samples() const { return n_samples_; }

  /// Keeps the distances from all samples to these from now on, as far as there is room; others are forgotten
  /// where that makes room.
  void keep(std::span<const Index> samples, ThreadPool& threads);

  /// Samples that distances are wanted to, ready for it; the caller keeps their numbers.
  struct Goal {
    std::span<const Index> samples;
    std::optional<PackedRows> packed;  // where not all of them are kept
  };
  Goal to(std::span<const Index> samples) const;

  /// Distances from some samples to a goal: entry (r, c) goes to out[r * stride + c].
  void gather(std::span<const Index> rows, const Goal& goal, double* out, Index stride) const;

  /// A row of distances for every sample, to those that were kept first in the order in which they came; to
  /// all of them in their own order where all are kept.
  const Matrix& kept() const { return all_ != nullptr ? *all_ : kept_; }

 private:
  PackedRows pack(std::span<const Index> samples) const;
  Matrix compute(std::span<const Index> rows, const PackedRows& columns) const;
  void compute_columns(std::span<const Index> samples, std::span<const Index> columns, ThreadPool& threads);

  bool keeps_all() const { return column_.empty(); }

  Index n_samples_;
  const Matrix* all_ = nullptr;      // the caller's
  const Matrix* samples_ = nullptr;  // with `rows_`, where distances can be made anew
  Indices rows_;
  Matrix kept_;
  Indices held_;    // the sample of each column; -1: none
  Indices column_;  // of each sample; -1: none; empty where all are kept
};

}  // namespace sosi
