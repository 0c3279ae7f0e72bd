// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "graph/row_distances.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/core/parallel.hpp"
#include "sosi/core/sparse.hpp"

namespace sosi {

/// For every row its nearest other rows by ascending distance; ties to the smaller row.
using NeighborLists = std::vector<std::vector<Neighbor>>;

/// The `count` nearest of every row (fewer when there are fewer).
NeighborLists nearest_neighbors(const MatrixView& samples, Index count, ThreadPool& threads);

/// The same where all squared distances are there, a row of them for every row.
NeighborLists nearest_by_distances(const MatrixView& squared_distances, Index count, ThreadPool& threads);

/// The median of the squared distances to the `count`-th neighbor, of those above 0; 1 when there are none.
double local_heat(const NeighborLists& lists, Index count);

/// Symmetric weights exp(-||x_i - x_j||²/heat) where either row is among the first `count` of the other's
/// list. An edge whose weight is too small for a double is none.
SparseMatrix neighbor_graph(const NeighborLists& lists, Index count, double heat);

}  // namespace sosi
