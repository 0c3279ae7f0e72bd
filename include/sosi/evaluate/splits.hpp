// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sosi {

/// Keeps the class of `per_class` rows of every class, drawn at random, and makes the others unlabeled.
std::vector<int> keep_labels(std::span<const int> truth, int per_class, std::uint64_t seed);

}  // namespace sosi
