// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/classify/manifold_projection.hpp"

#include "linalg/simplex_projection.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

// (x_a - x)·(x_b - x) = (|x_a - x|² + |x_b - x|² - |x_a - x_b|²) / 2: squared distances are all it takes.
ManifoldProjection project_onto_manifold(const MatrixView& squared_distances, Position position,
                                         const Positions& members, int n_neighbors) {
  ManifoldProjection projection;
  const Indices nearest =
      nearest_rows(squared_distances, position, Indices(members.begin(), members.end()), n_neighbors);
  for (const Index row : nearest) projection.neighbors.emplace_back(row);
  const auto n = static_cast<Index>(nearest.size());
  const Index own = position;
  Eigen::MatrixXd inner_products(n, n);
  for (Index a = 0; a < n; ++a) {
    for (Index b = 0; b < n; ++b) {
      inner_products(a, b) = 0.5 * (squared_distances(own, nearest[a]) + squared_distances(own, nearest[b]) -
                                    squared_distances(nearest[a], nearest[b]));
    }
  }
  projection.weights = nearest_in_hull(inner_products);
  return projection;
}

}  // namespace sosi
