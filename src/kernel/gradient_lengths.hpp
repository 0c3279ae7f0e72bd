// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "graph/packed_rows.hpp"
#include "kernel/gaussian_sum.hpp"
#include "linalg/product.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

/// An RBF map made ready for the lengths of its gradients at many samples; refers to what the caller keeps.
class GradientLengths {
 public:
  GradientLengths(const PackedRows& centers, const Matrix& coefficients, const Vector& scales);

  /// A row per sample, a column per dimension; the bits of a row depend on that sample alone.
  Matrix at(const MatrixView& samples, ThreadPool& threads) const;

 private:
  struct Workspace;
  void set_weights(const double* sample, Index first_row, Workspace& work) const;
  void measure(const MatrixView& samples, Workspace& work, Eigen::Ref<Matrix> lengths) const;

  const PackedRows& centers_;
  Matrix coefficients_;  // a row per dimension
  std::vector<ScaleGroup> groups_;
  Eigen::RowVectorXd mean_;  // of the centers
  RightFactor centered_;     // the centers without it
};

}  // namespace sosi
