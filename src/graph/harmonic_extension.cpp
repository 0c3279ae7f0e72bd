// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <span>
#include <vector>

#include "graph/row_distances.hpp"
#include "sosi/graph/harmonic.hpp"

namespace sosi {

// Trick: the smallest distance is subtracted from all, which the quotient does not notice, so that no sum of
// weights vanishes far away from the graph.
Matrix extend_harmonic(const HarmonicFunction& known, const MatrixView& samples, ThreadPool& threads) {
  check_valued(samples, known.samples, known.probabilities);
  Matrix probabilities = Matrix::Zero(samples.rows(), known.probabilities.cols());
  visit_distances(samples, known.samples, threads, [&](Index i, std::span<const double> distances) {
    const std::vector<Neighbor> neighbors = nearest(distances, known.n_neighbors);
    const double smallest = neighbors.front().first;
    double sum = 0.0;
    for (const auto& [squared_distance, row] : neighbors) {
      const double excess = squared_distance - smallest;
      if (!(smallest > 0.0) && excess > 0.0) break;
      const double weight = excess > 0.0 ? std::exp(-excess / known.heat) : 1.0;
      sum += weight;
      probabilities.row(i) += weight * known.probabilities.row(row);
    }
    probabilities.row(i) /= sum;
  });
  return probabilities;
}

}  // namespace sosi
