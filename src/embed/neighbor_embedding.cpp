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
                "preserves more distant relations; auto: the least from 5 on that connects all samples")};
}

namespace {

// n_neighbors = auto begins with this many.
constexpr Index kLeastNeighbors = 5;

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

// Adds neighbors of every vertex rank by rank, until the graph is connected, but at least `least` of them;
// returns how many that are, and the parts that there are then.
struct Connection {
  Index n_neighbors;
  Index n_parts;
};

Connection connect(const NeighborLists& lists, Index least) {
  Parts parts(std::ssize(lists));
  const Index longest = std::ssize(lists.front());
  Index rank = 0;
  for (; rank < longest && (rank < least || parts.count() > 1); ++rank) {
    for (Index i = 0; i < std::ssize(lists); ++i) parts.join(i, lists[i][rank].second);
  }
  return {rank, parts.count()};
}

}  // namespace

LabeledNeighbors labeled_neighbors(const EmbeddingProblem& problem, const NeighborOptions& options) {
  ThreadPool alone(1);
  const Index most = problem.squared_distances.rows() - 1;
  const Index least = std::min<Index>(options.n_neighbors.value_or(kLeastNeighbors), most);
  for (Index count = least;; count = std::min(2 * count, most)) {
    LabeledNeighbors found{nearest_by_distances(problem.squared_distances, count, alone), 0};
    const Connection connection = connect(found.lists, least);
    found.n_parts = connection.n_parts;
    if (found.n_parts > 1 && !options.n_neighbors) continue;
    for (auto& list : found.lists) list.resize(connection.n_neighbors);
    return found;
  }
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
  return neighbor_graph(lists, std::ssize(lists.front()),
                        heat ? *heat : median_distances(problem.squared_distances).squared_distance);
}

double n_neighbor_edges(Index n_labeled, const NeighborOptions& options) {
  const auto n = static_cast<double>(n_labeled);
  constexpr double kConnecting = 4.0;  // times as many as the fewest, in parts far from each other
  const double neighbors = options.n_neighbors ? *options.n_neighbors : kConnecting * kLeastNeighbors;
  return std::min(2.0 * neighbors * n, n * n);
}

}  // namespace sosi
