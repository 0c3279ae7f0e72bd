// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "sosi/core/matrix.hpp"
#include "sosi/core/options.hpp"
#include "sosi/core/sparse.hpp"

namespace sosi {

/// How the neighbors of a labeled sample are found.
enum class Neighborhood { knn, adaptive };

template <>
struct ChoiceNames<Neighborhood> {
  static constexpr std::pair<Neighborhood, std::string_view> names[] = {{Neighborhood::knn, "knn"},
                                                                        {Neighborhood::adaptive, "adaptive"}};
};

struct GraphOptions {
  Neighborhood neighborhood = Neighborhood::knn;
  std::optional<int> n_neighbors_within;
  std::optional<int> n_neighbors_between;
  std::optional<double> heat;
};

template <>
FieldTable<GraphOptions> field_table<GraphOptions>();

/// Weights between labeled samples of one class, and of different classes; both symmetric.
struct ClassGraphs {
  SparseMatrix within;
  SparseMatrix between;
  double heat;  ///< t of the weights exp(-||x_i - x_j||²/t)
};

/// Builds both graphs from the squared distances between the labeled samples and their classes.
ClassGraphs class_graphs(const MatrixView& squared_distances, std::span<const int> classes,
                         const GraphOptions& options);

/// How many entries both graphs have together, at most.
double n_edges(Index n_labeled, const GraphOptions& options);

/// D - W, with D the sums of the rows of W.
SparseMatrix graph_laplacian(const SparseMatrix& weights);

/// The sums of the rows of W.
Vector degrees(const SparseMatrix& weights);

}  // namespace sosi
