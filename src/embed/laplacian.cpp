// SPDX-License-Identifier: BSD-3-Clause
#include "embed/class_objectives.hpp"
#include "embed/graph_embedding.hpp"
#include "embed/methods.hpp"

namespace sosi {

namespace {

struct LaplacianOptions {
  LaplacianWeight weight;
  GraphEmbeddingOptions common;
};

// The smallest eigenpairs of (L_w - mu L_b) z = lambda D_w z but the constant.
Embedding embed_laplacian(const EmbeddingProblem& problem, const LaplacianOptions& options) {
  const LaplacianObjective objective =
      laplacian_objective(class_graphs_of(problem, options.common.graph), options.weight);
  return embedding_of(smallest_without_constant(objective.objective, objective.degree,
                                                {problem.n_components, options.common.seed}));
}

}  // namespace

template <>
FieldTable<LaplacianOptions> field_table<LaplacianOptions>() {
  FieldTable<LaplacianOptions> table;
  append_fields(table, &LaplacianOptions::weight);
  append_fields(table, &LaplacianOptions::common);
  return table;
}

EmbeddingMethod laplacian_method() {
  return {.name = "laplacian",
          .class_name = "SupervisedLaplacianEigenmaps",
          .summary = "supervised Laplacian eigenmaps: samples of one class attract each other, classes repel",
          .knobs = knobs_of<LaplacianOptions>(),
          .search_rank = 1,
          .embed =
              [](const EmbeddingProblem& problem, const OptionTexts& knobs) {
                return embed_laplacian(problem, read_options<LaplacianOptions>(knobs));
              },
          .numbers =
              [](const EmbeddingSize& size, const OptionTexts& knobs) {
                return class_graph_numbers(size.n_labeled, read_options<GraphOptions>(knobs));
              }};
}

}  // namespace sosi
