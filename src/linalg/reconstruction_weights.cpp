// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/reconstruction_weights.hpp"

#include <Eigen/Cholesky>

namespace sosi {

// Formula: (G + r tr(G)/K I) w = 1, then w / sum(w). Trick: G is divided by its trace first, so that no scale
// of the samples over- or underflows.
Vector reconstruction_weights(Matrix gram, double regularization) {
  const Index n = gram.rows();
  const double trace = gram.trace();
  if (!(trace > 0.0)) return Vector::Constant(n, 1.0 / static_cast<double>(n));  // x is each of them
  gram /= trace;
  gram.diagonal().array() += regularization / static_cast<double>(n);
  const Vector weights = gram.llt().solve(Vector::Ones(n));
  return weights / weights.sum();
}

}  // namespace sosi
