// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "graph/neighbor_graph.hpp"
#include "sosi/embed/embedding.hpp"

namespace sosi {

/// What embeddings by a neighbor graph that ignores the classes have in common.
struct NeighborOptions {
  std::optional<int> n_neighbors;
};

template <>
FieldTable<NeighborOptions> field_table<NeighborOptions>();

/// The nearest labeled samples of every labeled sample.
struct LabeledNeighbors {
  NeighborLists lists;
  Index n_parts;  ///< of the graph that joins neighbors
};

/// With n_neighbors = auto, samples in different parts become neighbors where that connects the graph.
LabeledNeighbors labeled_neighbors(const EmbeddingProblem& problem, const NeighborOptions& options);

/// The same; throws `InvalidInput` where the graph is in several parts.
NeighborLists connected_neighbors(const EmbeddingProblem& problem, const NeighborOptions& options);

/// Weights exp(-||x_i - x_j||²/t) where either sample is a neighbor of the other.
SparseMatrix heat_graph(const EmbeddingProblem& problem, const NeighborLists& lists,
                        std::optional<double> heat);

/// How many edges the graph has, at most.
double n_neighbor_edges(Index n_labeled, const NeighborOptions& options);

}  // namespace sosi
