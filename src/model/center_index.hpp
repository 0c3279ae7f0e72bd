// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sosi/kernel/rbf_map.hpp"

namespace sosi {

/// The centers of a map by their values, with the probabilities of the classes that they are remembered by.
class CenterIndex {
 public:
  CenterIndex(RbfMap map, Matrix probabilities);

  const Matrix& probabilities() const { return probabilities_; }

  /// The first center that is equal to a sample, number by number; allocates nothing.
  std::optional<Index> find(std::span<const double> sample) const;

 private:
  RbfMap map_;
  Matrix probabilities_;
  std::vector<std::pair<std::uint64_t, Index>> by_hash_;  // ascending
};

}  // namespace sosi
