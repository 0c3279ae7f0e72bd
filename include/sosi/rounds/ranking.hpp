// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "sosi/classify/nearest_embedding.hpp"
#include "sosi/core/index.hpp"

namespace sosi {

// The order in which candidates become centers. `labels` has the class and the confidence of every sample by
// position, `candidates` come in ascending order.

/// By confidence, ties to the smaller position.
Positions rank_by_confidence(const Classification& labels, std::span<const Position> candidates);

/// By (rank within the predicted class) / (proportion of that class), ties by confidence.
Positions rank_by_quota(const Classification& labels, std::span<const Position> candidates,
                        std::span<const double> proportions);

/// By the ranks in both orders, multiplied: that by quota to the power `weight`, the other to 1 - `weight`.
Positions rank_mixed(const Classification& labels, std::span<const Position> candidates,
                     std::span<const double> proportions, double weight);

/// So many of a ranking's first `n_trusted`, spread evenly over them. Where not all can be centers, they must
/// stand for the less confident ones too: those cover the parts of space that the labeled samples do not.
Positions spread_over(std::span<const Position> ranking, Index n_trusted, Index n);

}  // namespace sosi
