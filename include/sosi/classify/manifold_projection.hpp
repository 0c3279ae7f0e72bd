// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/core/index.hpp"
#include "sosi/core/matrix.hpp"

namespace sosi {

/// Where a sample lands on a class's manifold: a convex combination of its nearest labeled samples.
struct ManifoldProjection {
  Positions neighbors;  ///< nearest first
  Vector weights;       ///< one per neighbor, >= 0, sum 1
};

/// Projects a sample onto the convex hull of its `n_neighbors` nearest among `members`, labeled samples all,
/// from squared distances: a row for every sample, a column for every labeled one.
ManifoldProjection project_onto_manifold(const MatrixView& squared_distances, Position position,
                                         const Positions& members, int n_neighbors);

}  // namespace sosi
