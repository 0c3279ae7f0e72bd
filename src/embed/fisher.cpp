// SPDX-License-Identifier: BSD-3-Clause
#include "embed/class_objectives.hpp"
#include "embed/graph_embedding.hpp"
#include "embed/methods.hpp"

namespace sosi {

namespace {

struct FisherOptions {
  FisherRidge ridge;
  GraphEmbeddingOptions common;
};

// The largest eigenpairs of L_b z = lambda (L_w + eps tr(L_w)/N I) z.
Embedding embed_fisher(const EmbeddingProblem& problem, const FisherOptions& options) {
  const FisherObjective objective =
      fisher_objective(class_graphs_of(problem, options.common.graph), options.ridge);
  return embedding_of(
      largest_generalized(objective.between, objective.within, {problem.n_components, options.common.seed}));
}

}  // namespace

template <>
FieldTable<FisherOptions> field_table<FisherOptions>() {
  FieldTable<FisherOptions> table;
  append_fields(table, &FisherOptions::ridge);
  append_fields(table, &FisherOptions::common);
  return table;
}

EmbeddingMethod fisher_method() {
  return {.name = "fisher",
          .class_name = "FisherEmbedding",
          .summary = "the Fisher-like embedding: between-class spread relative to within-class spread",
          .knobs = knobs_of<FisherOptions>(),
          .search_rank = 0,
          .embed =
              [](const EmbeddingProblem& problem, const OptionTexts& knobs) {
                return embed_fisher(problem, read_options<FisherOptions>(knobs));
              },
          .numbers =
              [](const EmbeddingSize& size, const OptionTexts& knobs) {
                return class_graph_numbers(size.n_labeled, read_options<GraphOptions>(knobs));
              }};
}

}  // namespace sosi
