// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/ledoit_wolf.hpp"

#include <algorithm>

namespace sosi {

Matrix smaller_gram(const MatrixView& x) {
  const Index n = std::min(x.rows(), x.cols());
  Matrix gram = Matrix::Zero(n, n);
  if (x.cols() > x.rows()) {
    gram.selfadjointView<Eigen::Lower>().rankUpdate(x);
  } else {
    gram.selfadjointView<Eigen::Lower>().rankUpdate(x.transpose());
  }
  gram.triangularView<Eigen::StrictlyUpper>() = gram.transpose();
  return gram;
}

// With d² = ||S - m I||² and b² = (1/N²) sum over i of ||x_i x_i^T - S||², squared Frobenius norms, the
// shrinkage is min(b², d²)/d². Trick: ||x x^T|| = ||x||² and ||S|| = ||X X^T||/N, so no matrix of the size of
// the covariance is needed.
Shrinkage ledoit_wolf(const MatrixView& centered, const MatrixView& gram) {
  const auto n_samples = static_cast<double>(centered.rows());
  const auto n_features = static_cast<double>(centered.cols());
  const Vector squared_lengths = centered.rowwise().squaredNorm();
  const double mean_variance = squared_lengths.sum() / n_samples / n_features;
  if (centered.cols() == 1 || !(mean_variance > 0.0)) return {0.0, mean_variance};
  const double covariance_norm = gram.squaredNorm() / (n_samples * n_samples);
  const double dispersion = covariance_norm - n_features * mean_variance * mean_variance;
  const double error = (squared_lengths.squaredNorm() / n_samples - covariance_norm) / n_samples;
  if (!(error > 0.0)) return {0.0, mean_variance};
  return {error < dispersion ? error / dispersion : 1.0, mean_variance};
}

}  // namespace sosi
