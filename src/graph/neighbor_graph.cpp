// SPDX-License-Identifier: BSD-3-Clause
#include "graph/neighbor_graph.hpp"

#include <algorithm>
#include <cmath>

#include "core/median.hpp"

namespace sosi {

namespace {

std::vector<Neighbor> nearest_others(Index i, std::span<const double> squared_distances, Index count) {
  std::vector<Neighbor> found = nearest(squared_distances, count + 1);
  // Among many equal rows the row itself need not be one of the first.
  if (std::erase_if(found, [i](const Neighbor& neighbor) { return neighbor.second == i; }) == 0) {
    found.pop_back();
  }
  found.shrink_to_fit();
  return found;
}

}  // namespace

NeighborLists nearest_neighbors(const MatrixView& samples, Index count, ThreadPool& threads) {
  NeighborLists lists(samples.rows());
  visit_distances(samples, samples, threads, [&](Index i, std::span<const double> squared_distances) {
    lists[i] = nearest_others(i, squared_distances, count);
  });
  return lists;
}

NeighborLists nearest_by_distances(const MatrixView& squared_distances, Index count, ThreadPool& threads) {
  NeighborLists lists(squared_distances.rows());
  threads.for_each(lists.size(), [&](std::size_t i) {
    const auto row = static_cast<Index>(i);
    const std::span distances(squared_distances.row(row).data(), lists.size());
    lists[i] = nearest_others(row, distances, count);
  });
  return lists;
}

double local_heat(const NeighborLists& lists, Index count) {
  std::vector<double> values;
  for (const auto& list : lists) {
    const Index last = std::min(count, std::ssize(list)) - 1;
    if (last >= 0 && list[last].first > 0.0) values.push_back(list[last].first);
  }
  return values.empty() ? 1.0 : median(values);
}

SparseMatrix neighbor_graph(const NeighborLists& lists, Index count, double heat) {
  std::vector<Eigen::Triplet<double>> entries;
  for (Index i = 0; i < std::ssize(lists); ++i) {
    for (Index a = 0; a < std::min(count, std::ssize(lists[i])); ++a) {
      const auto [squared_distance, j] = lists[i][a];
      const double weight = std::exp(-squared_distance / heat);
      if (!std::isnormal(weight)) continue;
      entries.emplace_back(i, j, weight);
      entries.emplace_back(j, i, weight);
    }
  }
  const auto n = static_cast<Index>(lists.size());
  SparseMatrix weights(n, n);
  // An edge found from both ends is one edge.
  weights.setFromTriplets(entries.begin(), entries.end(),
                          [](double weight, double /*same*/) { return weight; });
  return weights;
}

}  // namespace sosi
