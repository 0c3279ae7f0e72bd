// SPDX-License-Identifier: BSD-3-Clause
#include "embed/locality_preserving.hpp"

#include "embed/graph_embedding.hpp"
#include "graph/graph_fields.hpp"

namespace sosi {

template <>
FieldTable<LocalityOptions> field_table<LocalityOptions>() {
  FieldTable<LocalityOptions> table;
  append_fields(table, &LocalityOptions::linear);
  append_fields(table, &LocalityOptions::neighbors);
  table.push_back(heat_field(&LocalityOptions::heat));
  return table;
}

LinearProblem locality_problem(const EmbeddingProblem& problem, const SampleRange& range,
                               const LocalityOptions& options) {
  const Matrix& z = range.coordinates;
  const SparseMatrix weights =
      heat_graph(problem, labeled_neighbors(problem, options.neighbors).lists, options.heat);
  const Vector degree = positive_degrees(weights);
  return {quadratic_form(graph_laplacian(weights), z),
          with_ridge(z.transpose() * degree.asDiagonal() * z, options.linear)};
}

double locality_numbers(const EmbeddingSize& size, const OptionTexts& knobs) {
  return linear_graph_numbers(size, n_neighbor_edges(size.n_labeled, read_options<NeighborOptions>(knobs)));
}

}  // namespace sosi
