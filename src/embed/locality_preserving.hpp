// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "embed/linear_embedding.hpp"
#include "embed/neighbor_embedding.hpp"

namespace sosi {

/// What linear maps that preserve neighbors have in common.
struct LocalityOptions {
  LinearOptions linear;
  NeighborOptions neighbors;
  std::optional<double> heat;
};

template <>
FieldTable<LocalityOptions> field_table<LocalityOptions>();

/// Z^T L Z and Z^T D Z with its ridge, for the neighbor graph of the labeled samples.
LinearProblem locality_problem(const EmbeddingProblem& problem, const SampleRange& range,
                               const LocalityOptions& options);

/// How many numbers such an embedding takes.
double locality_numbers(const EmbeddingSize& size, const OptionTexts& knobs);

}  // namespace sosi
