// SPDX-License-Identifier: BSD-3-Clause
#include "embed/graph_embedding.hpp"
#include "embed/methods.hpp"

namespace sosi {

namespace {

struct LaplacianOptions {
  double between_weight = 0.01;
  GraphEmbeddingOptions common;
};

// min tr(Y^T L_w Y) - mu tr(Y^T L_b Y) subject to Y^T D_w Y = I (paper, eq. obj_supLapEmb): the smallest
// eigenpairs of (L_w - mu L_b) z = lambda D_w z but the constant.
Embedding embed_laplacian(const EmbeddingProblem& problem, const LaplacianOptions& options) {
  const ClassGraphs graphs = class_graphs_of(problem, options.common);
  constexpr double kLeastDegree = 1e-6;  // of the mean: a class with one labeled sample has degree zero
  Vector degree = degrees(graphs.within);
  const double mean = degree.mean();
  const double least = kLeastDegree * (mean > 0.0 ? mean : 1.0);
  degree = (degree.array() > 0.0).select(degree, least);
  const SparseMatrix objective =
      graph_laplacian(graphs.within) - options.between_weight * graph_laplacian(graphs.between);
  return embedding_of(
      smallest_without_constant(objective, degree, {problem.n_components, options.common.seed}));
}

}  // namespace

template <>
FieldTable<LaplacianOptions> field_table<LaplacianOptions>() {
  FieldTable<LaplacianOptions> table = {field("between_weight", &LaplacianOptions::between_weight,
                                              at_least(0),
                                              "weight mu of the between-class graph in the laplacian "
                                              "embedding; larger pushes classes farther apart")};
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
              [](Index n_labeled, const OptionTexts& knobs) {
                return graph_embedding_numbers(n_labeled, read_options<GraphEmbeddingOptions>(knobs));
              }};
}

}  // namespace sosi
