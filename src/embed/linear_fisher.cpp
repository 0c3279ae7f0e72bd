// SPDX-License-Identifier: BSD-3-Clause
#include "embed/class_objectives.hpp"
#include "embed/graph_embedding.hpp"
#include "embed/linear_embedding.hpp"
#include "embed/methods.hpp"

namespace sosi {

namespace {

struct LinearFisherOptions {
  LinearOptions linear;
  FisherRidge ridge;
  GraphOptions graph;
};

// max z^T L_b z / z^T (L_w + eps tr(L_w)/N I) z among z = Z w: the largest eigenpairs of
// Z^T L_b Z w = lambda Z^T (L_w + eps tr(L_w)/N I) Z w.
Embedding embed_linear_fisher(const EmbeddingProblem& problem, const LinearFisherOptions& options) {
  const FisherObjective objective = fisher_objective(class_graphs_of(problem, options.graph), options.ridge);
  const SampleRange range = sample_range(problem);
  const Matrix& z = range.coordinates;
  return linear_embedding(range, solve({quadratic_form(objective.between, z),
                                        with_ridge(quadratic_form(objective.within, z), options.linear)},
                                       SpectrumEnd::largest, problem.n_components));
}

}  // namespace

template <>
FieldTable<LinearFisherOptions> field_table<LinearFisherOptions>() {
  FieldTable<LinearFisherOptions> table;
  append_fields(table, &LinearFisherOptions::linear);
  append_fields(table, &LinearFisherOptions::ridge);
  append_fields(table, &LinearFisherOptions::graph);
  return table;
}

EmbeddingMethod linear_fisher_method() {
  return {.name = "linear-fisher",
          .class_name = "LinearFisherEmbedding",
          .summary = "the Fisher-like objective among linear maps of the samples",
          .knobs = knobs_of<LinearFisherOptions>(),
          .search_rank = {},
          .embed =
              [](const EmbeddingProblem& problem, const OptionTexts& knobs) {
                return embed_linear_fisher(problem, read_options<LinearFisherOptions>(knobs));
              },
          .numbers =
              [](const EmbeddingSize& size, const OptionTexts& knobs) {
                return linear_graph_numbers(size, n_edges(size.n_labeled, read_options<GraphOptions>(knobs)));
              }};
}

}  // namespace sosi
