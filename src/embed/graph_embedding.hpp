// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/eigenproblem.hpp"
#include "sosi/embed/embedding.hpp"
#include "sosi/graph/class_graphs.hpp"

namespace sosi {

/// What embeddings by eigenvectors of class graphs have in common.
struct GraphEmbeddingOptions {
  int seed = 0;
  GraphOptions graph;
};

template <>
FieldTable<GraphEmbeddingOptions> field_table<GraphEmbeddingOptions>();

/// The graphs of a problem; throws `InvalidInput` for more components than the samples allow.
ClassGraphs class_graphs_of(const EmbeddingProblem& problem, const GraphEmbeddingOptions& options);

/// Eigenvectors as an embedding, with signs fixed.
Embedding embedding_of(EigenPairs pairs);

/// How many numbers graphs and eigenproblem take.
double graph_embedding_numbers(Index n_labeled, const GraphEmbeddingOptions& options);

}  // namespace sosi
