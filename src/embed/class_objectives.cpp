// SPDX-License-Identifier: BSD-3-Clause
#include "embed/class_objectives.hpp"

#include "embed/graph_embedding.hpp"

namespace sosi {

template <>
FieldTable<LaplacianWeight> field_table<LaplacianWeight>() {
  return {field("between_weight", &LaplacianWeight::between_weight, at_least(0),
                "weight mu of the between-class graph in the embeddings by Laplacians; larger pushes classes "
                "farther apart")};
}

LaplacianObjective laplacian_objective(const ClassGraphs& graphs, const LaplacianWeight& weight) {
  return {graph_laplacian(graphs.within) - weight.between_weight * graph_laplacian(graphs.between),
          positive_degrees(graphs.within)};
}

template <>
FieldTable<FisherRidge> field_table<FisherRidge>() {
  return {
      field("fisher_epsilon", &FisherRidge::fisher_epsilon, above(0),
            "ridge of the within-class matrix in the Fisher-like embeddings, relative to its mean diagonal; "
            "larger preserves more of the shape of each class")};
}

// L_w vanishes on vectors that are constant in each class, where the ratio has no bound: eps tr(L_w)/N I
// keeps it finite.
FisherObjective fisher_objective(const ClassGraphs& graphs, const FisherRidge& ridge) {
  const SparseMatrix within = graph_laplacian(graphs.within);
  const Index n = within.rows();
  const double trace = degrees(graphs.within).sum();
  // Without any within-class edge (one sample per class) the denominator is a multiple of I: any will do.
  const double added = ridge.fisher_epsilon * (trace > 0.0 ? trace / static_cast<double>(n) : 1.0);
  SparseMatrix identity(n, n);
  identity.setIdentity();
  return {graph_laplacian(graphs.between), within + added * identity};
}

}  // namespace sosi
