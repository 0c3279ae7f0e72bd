// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sosi {

/// Keeps the class of `per_class` rows of every class, drawn at random, and makes the others unlabeled. The
/// same seed with more labels keeps those it keeps with fewer. Rows without a class stay unlabeled.
std::vector<int> keep_labels(std::span<const int> truth, int per_class, std::uint64_t seed);

/// The seed of a split: independent ones for every seed of a comparison.
std::uint64_t split_seed(std::uint64_t seed, int split);

}  // namespace sosi
