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

/// The option `seed` of every embedding by an iterative eigensolver.
template <class Options>
Field<Options> seed_field(int Options::*member) {
  return field("seed", member, at_least(0),
               "seed of the iterative eigensolver, which is used for more than 2000 labeled samples; nothing "
               "else in a fit is random");
}

/// The graphs of a problem; throws `InvalidInput` for more components than the samples allow.
ClassGraphs class_graphs_of(const EmbeddingProblem& problem, const GraphOptions& options);

/// The sums of the rows, where 0 is raised to 1e-6 of their mean: a vertex without an edge has degree zero.
Vector positive_degrees(const SparseMatrix& weights);

/// Eigenvectors as an embedding, with signs fixed.
Embedding embedding_of(EigenPairs pairs);

/// How many numbers graphs of so many edges and an eigenproblem of graphs take.
double eigenproblem_numbers(Index n_labeled, double n_edges);

/// How many numbers class graphs and eigenproblem take.
double class_graph_numbers(Index n_labeled, const GraphOptions& options);

}  // namespace sosi
