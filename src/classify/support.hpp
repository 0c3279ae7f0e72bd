// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "interpolate/sample_distances.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

/// How far a center is from the nearest other one, at most: a sample that is farther from all of them lies
/// where the map has nothing to go by. Centers within `copy_distance` of each other count as one; infinite
/// where there is only one.
double support_radius(const SampleDistances& distances, std::span<const Index> centers, double copy_distance,
                      ThreadPool& threads);

}  // namespace sosi
