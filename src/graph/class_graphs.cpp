// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/graph/class_graphs.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "graph/graph_fields.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

template <>
FieldTable<GraphOptions> field_table<GraphOptions>() {
  return {
      field("neighborhood", &GraphOptions::neighborhood, any_number(),
            "neighbors in the class graphs: the nearest labeled samples, or those more similar than average"),
      n_neighbors_within_field(&GraphOptions::n_neighbors_within),
      field("n_neighbors_between", &GraphOptions::n_neighbors_between, at_least(1),
            "number of nearest neighbors of other classes per labeled sample, from which it is pushed away; "
            "auto: 5"),
      heat_field(&GraphOptions::heat),
  };
}

namespace {

// n_neighbors_within = auto and n_neighbors_between = auto.
constexpr int kDefaultNeighbors = 5;

// Both directions of every edge, some of them twice.
using Edges = std::vector<std::pair<int, int>>;

void join(Edges& edges, Index i, Index j) {
  edges.emplace_back(static_cast<int>(i), static_cast<int>(j));
  edges.emplace_back(static_cast<int>(j), static_cast<int>(i));
}

struct EdgeSets {
  Edges within;
  Edges between;
};

// i and j are joined when either is among the other's nearest of its kind.
EdgeSets nearest_edges(const MatrixView& squared_distances, std::span<const int> classes,
                       const GraphOptions& options) {
  EdgeSets edges;
  const Index n = squared_distances.rows();
  for (Index i = 0; i < n; ++i) {
    Indices same;
    Indices other;
    for (Index j = 0; j < n; ++j) {
      (classes[static_cast<std::size_t>(j)] == classes[static_cast<std::size_t>(i)] ? same : other)
          .push_back(j);
    }
    for (const Index j : nearest_rows(squared_distances, i, std::move(same),
                                      options.n_neighbors_within.value_or(kDefaultNeighbors))) {
      join(edges.within, i, j);
    }
    for (const Index j : nearest_rows(squared_distances, i, std::move(other),
                                      options.n_neighbors_between.value_or(kDefaultNeighbors))) {
      join(edges.between, i, j);
    }
  }
  return edges;
}

// i and j are joined when either finds the other more similar than its average sample, itself included
// (Raducanu & Dornaika 2012).
EdgeSets adaptive_edges(const MatrixView& squared_distances, std::span<const int> classes, double heat) {
  EdgeSets edges;
  const Index n = squared_distances.rows();
  for (Index i = 0; i < n; ++i) {
    const Vector similarity = (-squared_distances.row(i).array() / heat).exp();
    const double average = similarity.mean();
    for (Index j = 0; j < n; ++j) {
      if (j == i || similarity(j) <= average) continue;
      const bool same = classes[static_cast<std::size_t>(j)] == classes[static_cast<std::size_t>(i)];
      join(same ? edges.within : edges.between, i, j);
    }
  }
  return edges;
}

SparseMatrix weigh(Edges edges, const MatrixView& squared_distances, double heat) {
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(edges.size());
  for (const auto& [i, j] : edges) {
    entries.emplace_back(i, j, std::exp(-squared_distances(i, j) / heat));
  }
  SparseMatrix weights(squared_distances.rows(), squared_distances.rows());
  weights.setFromTriplets(entries.begin(), entries.end());
  return weights;
}

}  // namespace

ClassGraphs class_graphs(const MatrixView& squared_distances, std::span<const int> classes,
                         const GraphOptions& options) {
  validate(options);
  ClassGraphs graphs;
  graphs.heat = options.heat ? *options.heat : median_distances(squared_distances).squared_distance;
  EdgeSets edges = options.neighborhood == Neighborhood::knn
                       ? nearest_edges(squared_distances, classes, options)
                       : adaptive_edges(squared_distances, classes, graphs.heat);
  graphs.within = weigh(std::move(edges.within), squared_distances, graphs.heat);
  graphs.between = weigh(std::move(edges.between), squared_distances, graphs.heat);
  return graphs;
}

double n_edges(Index n_labeled, const GraphOptions& options) {
  const auto n = static_cast<double>(n_labeled);
  if (options.neighborhood == Neighborhood::adaptive) return 0.4 * n * n;
  const double neighbors = options.n_neighbors_within.value_or(kDefaultNeighbors) +
                           options.n_neighbors_between.value_or(kDefaultNeighbors);
  return std::min(2.0 * neighbors * n, n * n);
}

Vector degrees(const SparseMatrix& weights) {
  return weights * Vector::Ones(weights.cols());
}

SparseMatrix graph_laplacian(const SparseMatrix& weights) {
  const Vector degree = degrees(weights);
  SparseMatrix diagonal(weights.rows(), weights.cols());
  diagonal.reserve(Eigen::VectorXi::Constant(weights.rows(), 1));
  for (Index i = 0; i < weights.rows(); ++i) diagonal.insert(i, i) = degree(i);
  return diagonal - weights;
}

}  // namespace sosi
