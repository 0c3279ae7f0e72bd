// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "graph/graph_labels.hpp"
#include "graph/neighbor_graph.hpp"
#include "sosi/core/sparse.hpp"
#include "sosi/graph/harmonic.hpp"

namespace sosi {

/// A graph whose harmonic function predicts each label from the others, and how well it does.
struct HarmonicGraph {
  SparseMatrix weights;
  int n_neighbors;
  double heat;
  Index n_errors;    ///< of the labels held out
  Index n_held_out;  ///< 0: the settings did not need it or labels are too few
};

/// How many neighbors of every row `choose_graph` may look at.
Index most_neighbors(const HarmonicOptions& options);

/// What the options leave open is chosen by leave-one-out; `labels` holds a class or `kUnlabeled` for every
/// row.
HarmonicGraph choose_graph(const NeighborLists& lists, std::span<const int> labels,
                           const HarmonicOptions& options, ThreadPool& threads);

}  // namespace sosi
