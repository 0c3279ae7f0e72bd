// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sosi {

/// Keeps the class of `per_class` rows of every class, drawn at random, and makes the others unlabeled.
std::vector<int> keep_labels(std::span<const int> truth, int per_class, std::uint64_t seed);

/// The share of wrong classes among the rows that are unlabeled in `labels`; 0 when there are none.
double error_rate(std::span<const int> predicted, std::span<const int> truth, std::span<const int> labels);

}  // namespace sosi
