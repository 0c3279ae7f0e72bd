// SPDX-License-Identifier: BSD-3-Clause
#include "embed/scaling.hpp"

#include <limits>

#include "embed/component_limit.hpp"
#include "linalg/eigenproblem.hpp"

namespace sosi {

// With J = I - 1 1^T/N, B = -1/2 J D J are inner products of centered points: Y = U S^1/2 for the largest
// eigenpairs B = U S U^T.
Embedding classical_scaling(const EmbeddingProblem& problem, Matrix squared_distances, int seed) {
  check_components(problem);
  const Index n = squared_distances.rows();
  const Vector means = squared_distances.rowwise().mean();
  const double mean = means.mean();
  for (Index i = 0; i < n; ++i) {
    squared_distances.row(i) =
        -0.5 * (squared_distances.row(i) - means.transpose()).array() + 0.5 * (means(i) - mean);
  }
  EigenPairs pairs = largest_symmetric(std::move(squared_distances), {problem.n_components, seed});
  constexpr double kRoundings = 10.0;
  const double least = kRoundings * static_cast<double>(n) * std::numeric_limits<double>::epsilon();
  check_components(problem, (pairs.values.array() > least * pairs.values(0)).count(),
                   "the dimensions that the distances between the labeled samples span");
  fix_signs(pairs.vectors);
  return {pairs.vectors * pairs.values.cwiseSqrt().asDiagonal(), pairs.values};
}

double scaling_numbers(Index n_labeled) {
  const auto n = static_cast<double>(n_labeled);
  constexpr double kMatrices = 1.2;  // the copy of the distances, and a strip for blocked routines
  return kMatrices * n * n;
}

}  // namespace sosi
