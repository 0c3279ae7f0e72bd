// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "data/sample_set.hpp"
#include "graph/neighbor_graph.hpp"
#include "sosi/core/sparse.hpp"
#include "sosi/rounds/rounds.hpp"

namespace sosi {

/// The harmonic function on a graph of samples.
class HarmonicLabeler {
 public:
  HarmonicLabeler() = default;
  /// On a graph that suits the labels, a class or `kUnlabeled` for every sample; of each, `most_neighbors`
  /// are listed.
  HarmonicLabeler(const NeighborLists& lists, std::span<const int> labels, ThreadPool& threads);

  /// The probability of every class for every sample, given these labels; all classes alike where no label is
  /// reached.
  Matrix probabilities(std::span<const int> labels) const;

 private:
  SparseMatrix graph_;
};

/// The same for the samples of a fit, by position.
Matrix harmonic_probabilities(const SampleSet& samples, ThreadPool& threads);

/// The labels and confidences that the rounds go by: those of the map, combined with harmonic probabilities
/// as the labeler says. `class_distances` are those of f to the classes: see `nearest_by_class`. All have a
/// row for the same samples.
Classification combine_labels(Labeler labeler, Classification by_map, const Matrix& class_distances,
                              const MatrixView& harmonic);

}  // namespace sosi
