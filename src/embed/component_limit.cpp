// SPDX-License-Identifier: BSD-3-Clause
#include "embed/component_limit.hpp"

namespace sosi {

void check_components(const EmbeddingProblem& problem, Index most, const std::string& reason) {
  if (problem.n_components <= most) return;
  throw InvalidInput("n_components = " + std::to_string(problem.n_components) + ": must be at most " +
                     std::to_string(most) + ", " + reason);
}

void check_components(const EmbeddingProblem& problem) {
  check_components(problem, problem.squared_distances.rows() - 1,
                   "the number of distinct labeled samples minus one");
}

}  // namespace sosi
