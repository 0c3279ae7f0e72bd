// SPDX-License-Identifier: BSD-3-Clause
#include "embed/graph_embedding.hpp"

#include "embed/component_limit.hpp"

namespace sosi {

template <>
FieldTable<GraphEmbeddingOptions> field_table<GraphEmbeddingOptions>() {
  FieldTable<GraphEmbeddingOptions> table = {seed_field(&GraphEmbeddingOptions::seed)};
  append_fields(table, &GraphEmbeddingOptions::graph);
  return table;
}

ClassGraphs class_graphs_of(const EmbeddingProblem& problem, const GraphOptions& options) {
  check_components(problem);
  return class_graphs(problem.squared_distances, problem.classes, options);
}

Vector positive_degrees(const SparseMatrix& weights) {
  constexpr double kLeastDegree = 1e-6;  // of the mean
  const Vector degree = degrees(weights);
  const double mean = degree.mean();
  const double least = kLeastDegree * (mean > 0.0 ? mean : 1.0);
  return (degree.array() > 0.0).select(degree, least);
}

Embedding embedding_of(EigenPairs pairs) {
  fix_signs(pairs.vectors);
  return {std::move(pairs.vectors), std::move(pairs.values)};
}

// The edges as lists and as sparse matrices, and the dense eigenproblem's matrices.
double eigenproblem_numbers(Index n_labeled, double n_edges) {
  const auto n = static_cast<double>(n_labeled);
  constexpr double kNumbersPerEdge = 6.0;
  constexpr double kDenseMatrices = 2.5;
  const double dense = n_labeled <= kDenseEigenLimit ? kDenseMatrices * n * n : 0.0;
  return dense + kNumbersPerEdge * n_edges;
}

double class_graph_numbers(Index n_labeled, const GraphOptions& options) {
  return eigenproblem_numbers(n_labeled, n_edges(n_labeled, options));
}

}  // namespace sosi
