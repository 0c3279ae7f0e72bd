// SPDX-License-Identifier: BSD-3-Clause
#include "model/center_index.hpp"

#include <algorithm>

#include "data/row_hash.hpp"

namespace sosi {

CenterIndex::CenterIndex(RbfMap map, Matrix probabilities)
    : map_(std::move(map)), probabilities_(std::move(probabilities)) {
  std::vector<double> center(static_cast<std::size_t>(map_.n_features()));
  for (Index l = 0; l < map_.n_centers(); ++l) {
    map_.copy_center(l, center);
    by_hash_.emplace_back(hash_row(center.data(), map_.n_features()), l);
  }
  std::ranges::sort(by_hash_);
}

std::optional<Index> CenterIndex::find(std::span<const double> sample) const {
  const std::uint64_t hash = hash_row(sample.data(), std::ssize(sample));
  auto it = std::ranges::lower_bound(by_hash_, std::pair(hash, Index{0}));
  for (; it != by_hash_.end() && it->first == hash; ++it) {
    if (map_.is_center(it->second, sample)) return it->second;
  }
  return std::nullopt;
}

}  // namespace sosi
