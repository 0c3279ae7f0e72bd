// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/rounds/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace sosi {

Positions rank_by_confidence(const Classification& labels, std::span<const Position> candidates) {
  Positions order(candidates.begin(), candidates.end());
  std::ranges::stable_sort(order, std::ranges::greater(), [&](Position i) { return labels.confidence[i]; });
  return order;
}

Positions rank_by_quota(const Classification& labels, std::span<const Position> candidates,
                        std::span<const double> proportions) {
  Positions order = rank_by_confidence(labels, candidates);
  std::vector<int> n_seen(proportions.size(), 0);
  std::vector<double> turn(labels.classes.size());
  for (const Position i : order) {
    const int of_class = labels.classes[i];
    const double rank = ++n_seen[of_class];
    turn[i] =
        proportions[of_class] > 0.0 ? rank / proportions[of_class] : std::numeric_limits<double>::infinity();
  }
  std::ranges::stable_sort(order, std::ranges::less(), [&](Position i) { return turn[i]; });
  return order;
}

Positions rank_mixed(const Classification& labels, std::span<const Position> candidates,
                     std::span<const double> proportions, double weight) {
  std::vector<double> place(labels.classes.size(), 0.0);
  const auto count = [&](const Positions& order, double by) {
    for (std::size_t i = 0; i < order.size(); ++i)
      place[order[i]] += by * std::log(static_cast<double>(i + 1));
  };
  Positions order = rank_by_confidence(labels, candidates);
  count(order, 1.0 - weight);
  count(rank_by_quota(labels, candidates, proportions), weight);
  std::ranges::stable_sort(order, std::ranges::less(), [&](Position i) { return place[i]; });
  return order;
}

Positions spread_over(std::span<const Position> ranking, Index n_trusted, Index n) {
  Positions chosen;
  for (Index i = 0; i < n; ++i) chosen.push_back(ranking[i * n_trusted / n]);
  return chosen;
}

}  // namespace sosi
