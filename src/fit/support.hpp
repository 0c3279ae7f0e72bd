// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "kernel/sample_distances.hpp"
#include "sosi/core/index.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

/// The part of space that the centers of a map cover.
struct Support {
  double radius;             ///< within this distance of a center; infinite where there is only one
  std::vector<bool> is_far;  ///< for every center: no other one is
};

/// The radius is the largest distance of a center to the nearest other one, but of those that are no
/// outliers: beyond Tukey's outer fence of the logarithms, Q3 (Q3/Q1)³, a center speaks for itself alone.
/// Centers within `copy_distance` of each other count as one.
Support find_support(const SampleDistances& distances, std::span<const Position> centers,
                     double copy_distance, ThreadPool& threads);

}  // namespace sosi
