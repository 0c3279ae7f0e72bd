// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "data/sample_set.hpp"
#include "kernel/sample_distances.hpp"
#include "rounds/growing_map.hpp"

namespace sosi {

/// What f must be at centers: the learned embedding at the labeled samples, at the others that of their
/// projection onto the manifold of their class. Remembers projections.
class ManifoldTargets {
 public:
  /// Refers to what the caller keeps; projects onto the `n_neighbors` nearest labeled samples of a class.
  ManifoldTargets(const SampleSet& samples, const SampleDistances& distances, const Matrix& embedding,
                  int n_neighbors);

  /// The labeled samples and these unlabeled ones as centers; `classes` has a class for every position.
  CenterTargets at(std::span<const Position> unlabeled, std::span<const int> classes, ThreadPool& threads);

  /// Targets at all samples.
  Matrix at_all(std::span<const int> classes, ThreadPool& threads);

 private:
  void project(Position position, int of_class);

  const SampleSet& samples_;
  const SampleDistances& distances_;
  const Matrix& embedding_;
  int n_neighbors_;
  std::vector<int> projected_class_;  // for which `projected_` holds, by position
  Matrix projected_;
};

}  // namespace sosi
