// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigenproblem.hpp"
#include "sosi/embed/embedding.hpp"

namespace sosi {

// max z^T L_b z / z^T L_w z (paper, eq. obj_supFisherEmb). L_w vanishes on vectors that are constant in each
// class, where the ratio has no bound: eps tr(L_w)/N I keeps it finite.
Embedding fisher_embedding(const ClassGraphs& graphs, int n_components, const EmbeddingOptions& options) {
  const SparseMatrix within = graph_laplacian(graphs.within);
  const Index n = within.rows();
  const double trace = degrees(graphs.within).sum();
  // Without any within-class edge (one sample a class) the ratio's denominator is a multiple of I: any will
  // do.
  const double ridge = options.fisher_epsilon * (trace > 0.0 ? trace / static_cast<double>(n) : 1.0);
  SparseMatrix identity(n, n);
  identity.setIdentity();
  const SparseMatrix denominator = within + ridge * identity;
  EigenPairs pairs =
      largest_generalized(graph_laplacian(graphs.between), denominator, {n_components, options.seed});
  fix_signs(pairs.vectors);
  return {std::move(pairs.vectors), std::move(pairs.values)};
}

}  // namespace sosi
