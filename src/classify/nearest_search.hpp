// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "graph/packed_rows.hpp"
#include "sosi/classify/nearest_embedding.hpp"

namespace sosi {

/// Labeled embeddings made ready for many questions which of them is nearest.
class NearestSearch {
 public:
  static constexpr Index kMostPoints = 32;

  /// One class for each row of `labeled`, of which there is one at least.
  NearestSearch(const MatrixView& labeled, std::span<const int> classes);

  /// Writes a decision for each of at most `kMostPoints` points; its bits depend on that point alone.
  /// Allocates nothing.
  void decide(std::span<const double* const> points, Decision* decisions) const;

  Index n_classes() const { return n_classes_; }

  /// Writes `n_classes` squared distances for each of at most `kMostPoints` points: to the nearest labeled
  /// embedding of every class. Bits and memory as above.
  void measure(std::span<const double* const> points, double* squared_distances) const;

 private:
  template <class See>
  void for_each_tile(std::span<const double* const> points, const See& see) const;

  PackedRows labeled_;
  std::vector<int> classes_;
  Index n_classes_;
};

}  // namespace sosi
