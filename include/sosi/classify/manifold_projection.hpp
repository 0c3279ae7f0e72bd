// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/core/matrix.hpp"

namespace sosi {

/// Where a sample lands on a class's manifold: a convex combination of its nearest labeled samples.
struct ManifoldProjection {
  Indices neighbors;  ///< rows, nearest first
  Vector weights;     ///< one per neighbor, >= 0, sum 1
};

/// Projects row i onto the convex hull of its `n_neighbors` nearest among `members`, from squared distances.
ManifoldProjection project_onto_manifold(const MatrixView& squared_distances, Index i, const Indices& members,
                                         int n_neighbors);

}  // namespace sosi
