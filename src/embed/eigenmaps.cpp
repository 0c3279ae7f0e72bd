// SPDX-License-Identifier: BSD-3-Clause
#include "embed/component_limit.hpp"
#include "embed/graph_embedding.hpp"
#include "embed/methods.hpp"
#include "embed/neighbor_embedding.hpp"
#include "graph/graph_fields.hpp"

namespace sosi {

namespace {

struct EigenmapsOptions {
  int seed = 0;
  NeighborOptions neighbors;
  std::optional<double> heat;
};

// min tr(Y^T L Y) subject to Y^T D Y = I: the smallest eigenpairs of L z = lambda D z but the constant.
Embedding embed_eigenmaps(const EmbeddingProblem& problem, const EigenmapsOptions& options) {
  check_components(problem);
  const SparseMatrix weights =
      heat_graph(problem, connected_neighbors(problem, options.neighbors), options.heat);
  return embedding_of(smallest_without_constant(graph_laplacian(weights), positive_degrees(weights),
                                                {problem.n_components, options.seed}));
}

}  // namespace

template <>
FieldTable<EigenmapsOptions> field_table<EigenmapsOptions>() {
  FieldTable<EigenmapsOptions> table;
  append_fields(table, &EigenmapsOptions::neighbors);
  table.push_back(seed_field(&EigenmapsOptions::seed));
  table.push_back(heat_field(&EigenmapsOptions::heat));
  return table;
}

EmbeddingMethod eigenmaps_method() {
  return {.name = "eigenmaps",
          .class_name = "LaplacianEigenmaps",
          .summary = "Laplacian eigenmaps: neighbors stay close together, whatever their class",
          .knobs = knobs_of<EigenmapsOptions>(),
          .search_rank = {},
          .embed =
              [](const EmbeddingProblem& problem, const OptionTexts& knobs) {
                return embed_eigenmaps(problem, read_options<EigenmapsOptions>(knobs));
              },
          .numbers =
              [](const EmbeddingSize& size, const OptionTexts& knobs) {
                return eigenproblem_numbers(
                    size.n_labeled, n_neighbor_edges(size.n_labeled, read_options<NeighborOptions>(knobs)));
              }};
}

}  // namespace sosi
