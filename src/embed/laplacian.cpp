// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigenproblem.hpp"
#include "sosi/embed/embedding.hpp"

namespace sosi {

// min tr(Y^T L_w Y) - mu tr(Y^T L_b Y) subject to Y^T D_w Y = I (paper, eq. obj_supLapEmb).
Embedding laplacian_embedding(const ClassGraphs& graphs, int n_components, const EmbeddingOptions& options) {
  constexpr double kLeastDegree = 1e-6;  // of the mean: a class with one labeled sample has degree zero
  Vector degree = degrees(graphs.within);
  const double mean = degree.mean();
  const double least = kLeastDegree * (mean > 0.0 ? mean : 1.0);
  degree = (degree.array() > 0.0).select(degree, least);
  const SparseMatrix objective =
      graph_laplacian(graphs.within) - options.between_weight * graph_laplacian(graphs.between);
  EigenPairs pairs = smallest_without_constant(objective, degree, {n_components, options.seed});
  fix_signs(pairs.vectors);
  return {std::move(pairs.vectors), std::move(pairs.values)};
}

}  // namespace sosi
