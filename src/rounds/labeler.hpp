// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "graph/neighbor_graph.hpp"
#include "sosi/rounds/rounds.hpp"

namespace sosi {

/// What somebody else knows about the unlabeled samples, and how far it is listened to.
struct Guidance {
  Labeler labeler = Labeler::map;
  const Matrix* probabilities = nullptr;  ///< a row for every unlabeled sample, a column for every class
};

/// The harmonic function on a graph of samples.
class GraphGuide {
 public:
  GraphGuide() = default;
  /// On a graph that suits the labels, a class or `kUnlabeled` for every sample; of each, `most_neighbors`
  /// are listed.
  GraphGuide(const NeighborLists& lists, std::span<const int> labels, ThreadPool& threads);

  /// What it says about every sample, given these labels; all classes alike where no label is reached.
  Matrix ask(std::span<const int> labels) const;

 private:
  SparseMatrix graph_;
};

/// What it says about the unlabeled ones of the named rows; the first of them have the given classes.
Matrix ask_graph(const Matrix& samples, std::span<const Index> rows, std::span<const int> classes,
                 ThreadPool& threads);

/// The labels and confidences that the rounds go by: the map's own, in the light of the guidance.
/// `class_distances` are those of f to the classes: see `nearest_by_class`.
Classification follow(const Guidance& guidance, Classification own, const Matrix& class_distances);

}  // namespace sosi
