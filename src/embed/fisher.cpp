// SPDX-License-Identifier: BSD-3-Clause
#include "embed/graph_embedding.hpp"
#include "embed/methods.hpp"

namespace sosi {

namespace {

struct FisherOptions {
  double fisher_epsilon = 1e-3;
  GraphEmbeddingOptions common;
};

// max z^T L_b z / z^T L_w z (paper, eq. obj_supFisherEmb): the largest eigenpairs of
// L_b z = lambda (L_w + eps tr(L_w)/N I) z. L_w vanishes on vectors that are constant in each class, where
// the ratio has no bound: eps tr(L_w)/N I keeps it finite.
Embedding embed_fisher(const EmbeddingProblem& problem, const FisherOptions& options) {
  const ClassGraphs graphs = class_graphs_of(problem, options.common);
  const SparseMatrix within = graph_laplacian(graphs.within);
  const Index n = within.rows();
  const double trace = degrees(graphs.within).sum();
  // Without any within-class edge (one sample per class) the denominator is a multiple of I: any will do.
  const double ridge = options.fisher_epsilon * (trace > 0.0 ? trace / static_cast<double>(n) : 1.0);
  SparseMatrix identity(n, n);
  identity.setIdentity();
  const SparseMatrix denominator = within + ridge * identity;
  return embedding_of(largest_generalized(graph_laplacian(graphs.between), denominator,
                                          {problem.n_components, options.common.seed}));
}

}  // namespace

template <>
FieldTable<FisherOptions> field_table<FisherOptions>() {
  FieldTable<FisherOptions> table = {
      field("fisher_epsilon", &FisherOptions::fisher_epsilon, above(0),
            "ridge of the within-class matrix in the fisher embedding, relative to its mean diagonal; larger "
            "preserves more of the shape of each class")};
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
              [](Index n_labeled, const OptionTexts& knobs) {
                return graph_embedding_numbers(n_labeled, read_options<GraphEmbeddingOptions>(knobs));
              }};
}

}  // namespace sosi
