// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>
#include <queue>
#include <vector>

#include "embed/graph_embedding.hpp"
#include "embed/methods.hpp"
#include "embed/neighbor_embedding.hpp"
#include "embed/scaling.hpp"

namespace sosi {

namespace {

struct IsomapOptions {
  int seed = 0;
  NeighborOptions neighbors;
};

// The lengths of the edges: i and j are joined when either is a neighbor of the other.
SparseMatrix edge_lengths(const NeighborLists& lists) {
  std::vector<Eigen::Triplet<double>> entries;
  for (Index i = 0; i < std::ssize(lists); ++i) {
    for (const auto& [squared_distance, j] : lists[i]) {
      entries.emplace_back(i, j, std::sqrt(squared_distance));
      entries.emplace_back(j, i, std::sqrt(squared_distance));
    }
  }
  SparseMatrix lengths(std::ssize(lists), std::ssize(lists));
  lengths.setFromTriplets(entries.begin(), entries.end(),
                          [](double length, double /*same*/) { return length; });
  return lengths;
}

// Dijkstra's algorithm from one vertex.
Vector path_lengths(const SparseMatrix& lengths, Index from) {
  using Reached = std::pair<double, Index>;
  Vector shortest = Vector::Constant(lengths.rows(), std::numeric_limits<double>::infinity());
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
  shortest(from) = 0.0;
  open.emplace(0.0, from);
  while (!open.empty()) {
    const auto [length, vertex] = open.top();
    open.pop();
    if (length > shortest(vertex)) continue;
    for (SparseMatrix::InnerIterator edge(lengths, vertex); edge; ++edge) {
      const double longer = length + edge.value();
      if (longer >= shortest(edge.col())) continue;
      shortest(edge.col()) = longer;
      open.emplace(longer, edge.col());
    }
  }
  return shortest;
}

// Classical scaling of the lengths of the shortest paths in the neighbor graph. Both directions of a path are
// the same sum in another order: the lower triangle counts.
Embedding embed_isomap(const EmbeddingProblem& problem, const IsomapOptions& options) {
  const SparseMatrix lengths = edge_lengths(connected_neighbors(problem, options.neighbors));
  Matrix squared(lengths.rows(), lengths.rows());
  for (Index i = 0; i < lengths.rows(); ++i)
    squared.row(i) = path_lengths(lengths, i).cwiseAbs2().transpose();
  squared.triangularView<Eigen::StrictlyUpper>() = squared.transpose();
  return classical_scaling(problem, std::move(squared), options.seed);
}

}  // namespace

template <>
FieldTable<IsomapOptions> field_table<IsomapOptions>() {
  FieldTable<IsomapOptions> table;
  append_fields(table, &IsomapOptions::neighbors);
  table.push_back(seed_field(&IsomapOptions::seed));
  return table;
}

EmbeddingMethod isomap_method() {
  return {.name = "isomap",
          .class_name = "IsomapEmbedding",
          .summary = "Isomap: distances along the neighbor graph are preserved as far as possible",
          .knobs = knobs_of<IsomapOptions>(),
          .search_rank = {},
          .embed =
              [](const EmbeddingProblem& problem, const OptionTexts& knobs) {
                return embed_isomap(problem, read_options<IsomapOptions>(knobs));
              },
          .numbers =
              [](const EmbeddingSize& size, const OptionTexts& knobs) {
                constexpr double kNumbersPerEdge = 6.0;
                return scaling_numbers(size.n_labeled) +
                       kNumbersPerEdge *
                           n_neighbor_edges(size.n_labeled, read_options<NeighborOptions>(knobs));
              }};
}

}  // namespace sosi
