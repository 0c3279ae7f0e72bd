// SPDX-License-Identifier: BSD-3-Clause
#include "fit/support.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sosi {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The largest that is no outlier; infinite where there is none.
double largest_ordinary(std::vector<double> distances) {
  std::erase(distances, kInfinity);
  if (distances.empty()) return kInfinity;
  std::ranges::sort(distances);
  const double lower = distances[distances.size() / 4];
  const double upper = distances[3 * distances.size() / 4];
  const double fence = upper * std::pow(upper / lower, 3.0);
  return *std::prev(std::ranges::upper_bound(distances, fence));
}

}  // namespace

Support find_support(const SampleDistances& distances, std::span<const Position> centers,
                     double copy_distance, ThreadPool& threads) {
  constexpr std::size_t kRowsPerItem = 32;
  const SampleDistances::Columns columns = distances.to(centers);
  std::vector<double> nearest(centers.size());
  threads.for_each((centers.size() + kRowsPerItem - 1) / kRowsPerItem, [&](std::size_t item) {
    const std::size_t first = item * kRowsPerItem;
    const std::size_t n = std::min(kRowsPerItem, centers.size() - first);
    Matrix block(n, centers.size());
    distances.gather(centers.subspan(first, n), columns, block.data(), block.outerStride());
    for (std::size_t i = 0; i < n; ++i) {
      nearest[first + i] = kInfinity;
      for (const double squared : block.row(i)) {
        if (squared > copy_distance * copy_distance)
          nearest[first + i] = std::min(nearest[first + i], squared);
      }
      nearest[first + i] = std::sqrt(nearest[first + i]);
    }
  });
  Support support{largest_ordinary(nearest), {}};
  for (const double distance : nearest)
    support.is_far.push_back(std::isfinite(distance) && distance > support.radius);
  return support;
}

}  // namespace sosi
