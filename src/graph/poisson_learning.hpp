// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "graph/graph_labels.hpp"
#include "sosi/core/sparse.hpp"

namespace sosi {

/// Poisson learning (Calder et al. 2020) in every connected component of a graph: L u = sum over the labels j
/// of (y_j - their mean) at j, sum of d_i u_i = 0.
///
/// A row for every row of the graph, a column for every class. In a component with labels of one class the
/// right-hand side is zero, and the rows are the indicator of that class; without labels they are zero.
Matrix poisson_values(const SparseMatrix& weights, const GivenLabels& given);

}  // namespace sosi
