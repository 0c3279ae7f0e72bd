// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/classify/manifold_projection.hpp"

#include "linalg/simplex_projection.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

// (x_a - x)·(x_b - x) = (|x_a - x|² + |x_b - x|² - |x_a - x_b|²) / 2: squared distances are all it takes.
ManifoldProjection project_onto_manifold(const MatrixView& squared_distances, Index i, const Indices& members,
                                         int n_neighbors) {
  ManifoldProjection projection;
  projection.neighbors = nearest_rows(squared_distances, i, members, n_neighbors);
  const auto n = static_cast<Index>(projection.neighbors.size());
  Eigen::MatrixXd inner_products(n, n);
  for (Index a = 0; a < n; ++a) {
    for (Index b = 0; b < n; ++b) {
      const Index row_a = projection.neighbors[a];
      const Index row_b = projection.neighbors[b];
      inner_products(a, b) =
          0.5 * (squared_distances(i, row_a) + squared_distances(i, row_b) - squared_distances(row_a, row_b));
    }
  }
  projection.weights = nearest_in_hull(inner_products);
  return projection;
}

}  // namespace sosi
