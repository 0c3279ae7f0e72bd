// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/embed/embedding.hpp"

namespace sosi {

/// Classical scaling: coordinates whose inner products are nearest to those that belong to the squared
/// distances. Throws `InvalidInput` where the distances have fewer dimensions than there are components.
Embedding classical_scaling(const EmbeddingProblem& problem, Matrix squared_distances, int seed);

/// How many numbers it takes, the copy of the distances included.
double scaling_numbers(Index n_labeled);

}  // namespace sosi
