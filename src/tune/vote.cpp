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

void SoftVotes::add(double inconsistency, const Matrix& probabilities) {
  if (!std::isfinite(inconsistency)) return;  // it weighs nothing
  if (sum_.size() == 0) {
    sum_ = Matrix::Zero(probabilities.rows(), probabilities.cols());
    least_ = inconsistency;
  }
  if (inconsistency < least_) {
    const double factor = std::exp((inconsistency - least_) / scale_);
    sum_ *= factor;
    weight_ *= factor;
    least_ = inconsistency;
  }
  const double weight = std::exp((least_ - inconsistency) / scale_);
  sum_ += weight * probabilities;
  weight_ += weight;
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
