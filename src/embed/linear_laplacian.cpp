// SPDX-License-Identifier: BSD-3-Clause
#include "embed/class_objectives.hpp"
#include "embed/graph_embedding.hpp"
#include "embed/linear_embedding.hpp"
#include "embed/methods.hpp"

namespace sosi {

namespace {

struct LinearLaplacianOptions {
  LinearOptions linear;
  LaplacianWeight weight;
  GraphOptions graph;
};

// min tr(Y^T (L_w - mu L_b) Y) subject to Y^T D_w Y = I among Y = Z W: the smallest eigenpairs of
// Z^T (L_w - mu L_b) Z w = lambda Z^T D_w Z w.
Embedding embed_linear_laplacian(const EmbeddingProblem& problem, const LinearLaplacianOptions& options) {
  const LaplacianObjective objective =
      laplacian_objective(class_graphs_of(problem, options.graph), options.weight);
  const SampleRange range = sample_range(problem);
  const Matrix& z = range.coordinates;
  return linear_embedding(
      range, solve({quadratic_form(objective.objective, z),
                    with_ridge(z.transpose() * objective.degree.asDiagonal() * z, options.linear)},
                   SpectrumEnd::smallest, problem.n_components));
}

}  // namespace

template <>
FieldTable<LinearLaplacianOptions> field_table<LinearLaplacianOptions>() {
  FieldTable<LinearLaplacianOptions> table;
  append_fields(table, &LinearLaplacianOptions::linear);
  append_fields(table, &LinearLaplacianOptions::weight);
  append_fields(table, &LinearLaplacianOptions::graph);
  return table;
}

EmbeddingMethod linear_laplacian_method() {
  return {.name = "linear-laplacian",
          .class_name = "LinearSupervisedLaplacian",
          .summary = "the objective of supervised Laplacian eigenmaps among linear maps of the samples",
          .knobs = knobs_of<LinearLaplacianOptions>(),
          .search_rank = {},
          .embed =
              [](const EmbeddingProblem& problem, const OptionTexts& knobs) {
                return embed_linear_laplacian(problem, read_options<LinearLaplacianOptions>(knobs));
              },
          .numbers =
              [](const EmbeddingSize& size, const OptionTexts& knobs) {
                return linear_graph_numbers(size, n_edges(size.n_labeled, read_options<GraphOptions>(knobs)));
              }};
}

}  // namespace sosi
