// SPDX-License-Identifier: BSD-3-Clause
#include "tune/vote.hpp"

#include <cmath>
#include <numeric>

namespace sosi {

std::vector<int> Vote::classes() const {
  std::vector<int> classes(shares.rows());
  for (Index u = 0; u < shares.rows(); ++u) {
    Index best = 0;
    shares.row(u).maxCoeff(&best);
    classes[u] = static_cast<int>(best);
  }
  return classes;
}

SoftVotes with_votes(SoftVotes votes, double inconsistency, const Matrix& probabilities, double scale) {
  if (!std::isfinite(inconsistency)) return votes;  // it weighs nothing
  if (votes.sum.size() == 0) {
    votes.sum = Matrix::Zero(probabilities.rows(), probabilities.cols());
    votes.least = inconsistency;
  }
  if (inconsistency < votes.least) {
    const double factor = std::exp((inconsistency - votes.least) / scale);
    votes.sum *= factor;
    votes.weight *= factor;
    votes.least = inconsistency;
  }
  const double weight = std::exp((votes.least - inconsistency) / scale);
  votes.sum += weight * probabilities;
  votes.weight += weight;
  return votes;
}

std::vector<double> vote_weights(const std::vector<double>& inconsistencies, double scale) {
  std::vector<double> weights;
  for (const double inconsistency : inconsistencies) {
    weights.push_back(std::exp((inconsistencies.front() - inconsistency) / scale));
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace sosi
