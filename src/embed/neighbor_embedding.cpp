// SPDX-License-Identifier: BSD-3-Clause
#include "embed/neighbor_embedding.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "sosi/core/errors.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

template <>
FieldTable<NeighborOptions> field_table<NeighborOptions>() {
  return {field("n_neighbors", &NeighborOptions::n_neighbors, at_least(1),
                "number of nearest labeled samples, of any class, that a labeled sample is joined to; larger "
                "preserves more distant relations; auto: 5, and the shortest edges that connect what would "
                "be in parts")};
}

namespace {

// n_neighbors = auto.
constexpr int kDefaultNeighbors = 5;

// Which vertices are connected, as edges are added: every vertex leads to the representative of its part.
class Parts {
 public:
  explicit Parts(Index n) : leads_to_(n), n_parts_(n) {
    std::iota(leads_to_.begin(), leads_to_.end(), Index{0});
  }

  Index count() const { return n_parts_; }

  void join(Index i, Index j) {
    const Index a = representative(i);
    const Index b = representative(j);
    if (a == b) return;
    leads_to_[std::max(a, b)] = std::min(a, b);
    --n_parts_;
  }

 private:
  Index representative(Index i) {
    while (leads_to_[i] != i) {
      leads_to_[i] = leads_to_[leads_to_[i]];
      i = leads_to_[i];
    }
    return i;
  }

  Indices leads_to_;
  Index n_parts_;
};

Parts parts_of(const NeighborLists& lists) {
  Parts parts(std::ssize(lists));
  for (Index i = 0; i < std::ssize(lists); ++i) {
    for (const auto& [squared_distance, j] : lists[i]) parts.join(i, j);
  }
  return parts;
}

struct Edge {
  double squared_length;
  Index i;
  Index j;
};

// The minimum spanning tree of all samples, shortest edges first (Prim).
std::vector<Edge> spanning_tree(const MatrixView& squared_distances) {
  const Index n = squared_distances.rows();
  std::vector<Edge> nearest(n);  // from every vertex outside of the tree into it
  for (Index i = 1; i < n; ++i) nearest[i] = {squared_distances(i, 0), i, 0};
  for (Index added = 1; added < n; ++added) {
    const auto next =
        std::ranges::min_element(nearest.begin() + added, nearest.end(), {}, &Edge::squared_length);
    std::iter_swap(nearest.begin() + added, next);
    const Index vertex = nearest[added].i;
    for (Index k = added + 1; k < n; ++k) {
      const double squared_distance = squared_distances(nearest[k].i, vertex);
      if (squared_distance < nearest[k].squared_length) nearest[k] = {squared_distance, nearest[k].i, vertex};
    }
  }
  std::ranges::stable_sort(nearest.begin() + 1, nearest.end(), {}, &Edge::squared_length);
  return {nearest.begin() + 1, nearest.end()};
}

// Parts become neighbors where they are nearest to each other (Kruskal).
void connect(NeighborLists& lists, Parts& parts, const MatrixView& squared_distances) {
  for (const Edge& edge : spanning_tree(squared_distances)) {
    const Index n_before = parts.count();
    parts.join(edge.i, edge.j);
    if (parts.count() == n_before) continue;
    lists[edge.i].emplace_back(edge.squared_length, edge.j);
    lists[edge.j].emplace_back(edge.squared_length, edge.i);
  }
}

}  // namespace

LabeledNeighbors labeled_neighbors(const EmbeddingProblem& problem, const NeighborOptions& options) {
  ThreadPool alone(1);
  const Index count =
      std::min<Index>(options.n_neighbors.value_or(kDefaultNeighbors), problem.squared_distances.rows() - 1);
  LabeledNeighbors found{nearest_by_distances(problem.squared_distances, count, alone), 0};
  Parts parts = parts_of(found.lists);
  if (!options.n_neighbors && parts.count() > 1) connect(found.lists, parts, problem.squared_distances);
  found.n_parts = parts.count();
  return found;
}

NeighborLists connected_neighbors(const EmbeddingProblem& problem, const NeighborOptions& options) {
  LabeledNeighbors found = labeled_neighbors(problem, options);
  if (found.n_parts == 1) return std::move(found.lists);
  throw InvalidInput("n_neighbors = " + std::to_string(*options.n_neighbors) +
                     ": must be auto or larger, as the graph of the labeled samples is in " +
                     std::to_string(found.n_parts) + " parts");
}

SparseMatrix heat_graph(const EmbeddingProblem& problem, const NeighborLists& lists,
                        std::optional<double> heat) {
  return neighbor_graph(lists, std::ssize(lists),
                        heat ? *heat : median_distances(problem.squared_distances).squared_distance);
}

double n_neighbor_edges(Index n_labeled, const NeighborOptions& options) {
  const auto n = static_cast<double>(n_labeled);
  const double neighbors = 1.0 + options.n_neighbors.value_or(kDefaultNeighbors);
  return std::min(2.0 * neighbors * n, n * n);
}

}  // namespace sosi
