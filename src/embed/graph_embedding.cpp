// SPDX-License-Identifier: BSD-3-Clause
#include "embed/graph_embedding.hpp"

#include <algorithm>
#include <string>

namespace sosi {

template <>
FieldTable<GraphEmbeddingOptions> field_table<GraphEmbeddingOptions>() {
  FieldTable<GraphEmbeddingOptions> table = {
      field("seed", &GraphEmbeddingOptions::seed, at_least(0),
            "seed of the iterative eigensolver, which is used for more than 2000 labeled samples; nothing "
            "else in a fit is random")};
  append_fields(table, &GraphEmbeddingOptions::graph);
  return table;
}

ClassGraphs class_graphs_of(const EmbeddingProblem& problem, const GraphEmbeddingOptions& options) {
  const Index n_labeled = problem.squared_distances.rows();
  if (problem.n_components > n_labeled - 1) {
    throw InvalidInput("n_components = " + std::to_string(problem.n_components) + ": must be at most " +
                       std::to_string(n_labeled - 1) + ", the number of distinct labeled samples minus one");
  }
  return class_graphs(problem.squared_distances, problem.classes, options.graph);
}

Embedding embedding_of(EigenPairs pairs) {
  fix_signs(pairs.vectors);
  return {std::move(pairs.vectors), std::move(pairs.values)};
}

// The edges of both graphs as lists and as sparse matrices, and the dense eigenproblem's matrices.
double graph_embedding_numbers(Index n_labeled, const GraphEmbeddingOptions& options) {
  const auto n = static_cast<double>(n_labeled);
  const double edges = n_edges(n_labeled, options.graph);
  constexpr double kNumbersPerEdge = 6.0;
  constexpr double kDenseMatrices = 2.5;
  const double dense = n_labeled <= kDenseEigenLimit ? kDenseMatrices * n * n : 0.0;
  return dense + kNumbersPerEdge * edges;
}

}  // namespace sosi
