// SPDX-License-Identifier: BSD-3-Clause
#include "classify/support.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace sosi {

double support_radius(const SampleDistances& distances, std::span<const Index> centers, double copy_distance,
                      ThreadPool& threads) {
  constexpr std::size_t kRowsPerItem = 32;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (centers.size() < 2) return kInfinity;
  const SampleDistances::Goal goal = distances.to(centers);
  std::vector<double> nearest(centers.size());
  threads.for_each((centers.size() + kRowsPerItem - 1) / kRowsPerItem, [&](std::size_t item) {
    const std::size_t first = item * kRowsPerItem;
    const std::size_t n = std::min(kRowsPerItem, centers.size() - first);
    Matrix block(n, centers.size());
    distances.gather(centers.subspan(first, n), goal, block.data(), block.outerStride());
    for (std::size_t i = 0; i < n; ++i) {
      nearest[first + i] = kInfinity;
      for (const double squared : block.row(i)) {
        if (squared > copy_distance * copy_distance)
          nearest[first + i] = std::min(nearest[first + i], squared);
      }
    }
  });
  return std::sqrt(std::ranges::max(nearest));
}

}  // namespace sosi
