// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/gradient_lengths.hpp"

#include <algorithm>
#include <span>

namespace sosi {

namespace {

constexpr Index kRowsAtOnce = 96;  // of one product: so that a panel of the centers is read for many of them

}  // namespace

// A row for each dimension of each of some samples.
struct GradientLengths::Workspace {
  Matrix weights;  // of the centers
  Vector sums;     // of the weights
  Matrix gradients;
  Vector distances;  // squared, of one sample to all centers, padding included
  Vector kernel;
};

GradientLengths::GradientLengths(const PackedRows& centers, const Matrix& coefficients, const Vector& scales)
    : centers_(centers), coefficients_(coefficients.transpose()), groups_(group_scales(scales)) {
  Matrix centered = centers.unpack();
  mean_ = centered.colwise().mean();
  centered.rowwise() -= mean_;
  centered_.set(lapack::block_of(centered));
}

Matrix GradientLengths::at(const MatrixView& samples, ThreadPool& threads) const {
  const Index d = coefficients_.rows();
  const Index per_item = std::max<Index>(1, kRowsAtOnce / d);
  Matrix lengths(samples.rows(), d);
  threads.for_each((samples.rows() + per_item - 1) / per_item, [&](std::size_t item) {
    const Index first = static_cast<Index>(item) * per_item;
    const Index n = std::min(per_item, samples.rows() - first);
    Workspace work;
    measure(samples.middleRows(first, n), work, lengths.middleRows(first, n));
  });
  return lengths;
}

// w_l = 2/s² c_l exp(-|x - a_l|²/s²) for every dimension. A center that is the sample itself has no part in
// the gradient, and would only add its rounding.
void GradientLengths::set_weights(const double* sample, Index first_row, Workspace& work) const {
  const Index n = centers_.size();
  work.distances.resize(centers_.padded_size());
  centers_.squared_distances(std::span(&sample, 1), work.distances.data(), centers_.padded_size());
  for (const ScaleGroup& group : groups_) {
    const double exponent = kernel_exponent(group.scale);
    work.kernel = work.distances.head(n);
    to_kernel(work.kernel.data(), n, exponent);
    work.kernel *= -2.0 * exponent;
    work.kernel = (work.distances.head(n).array() > 0.0).select(work.kernel, 0.0);
    for (const Index k : group.dimensions) {
      auto weights = work.weights.row(first_row + k);
      weights = coefficients_.row(k).cwiseProduct(work.kernel.transpose());
      work.sums(first_row + k) = weights.sum();
    }
  }
}

// grad f^k(x) = sum over l of w_l (a_l - x) = sum of w_l (a_l - m) - (sum of w_l) (x - m): a product of
// matrices for all samples and dimensions. m, the mean of the centers, keeps what cancels small.
void GradientLengths::measure(const MatrixView& samples, Workspace& work, Eigen::Ref<Matrix> lengths) const {
  const Index d = coefficients_.rows();
  work.weights.resize(samples.rows() * d, centers_.size());
  work.sums.resize(work.weights.rows());
  for (Index i = 0; i < samples.rows(); ++i) set_weights(samples.row(i).data(), i * d, work);
  work.gradients.setZero(work.weights.rows(), centers_.n_features());
  add_product(lapack::block_of(work.weights), centered_, lapack::block_of(work.gradients));
  for (Index i = 0; i < samples.rows(); ++i) {
    const Eigen::RowVectorXd place = samples.row(i) - mean_;
    for (Index k = 0; k < d; ++k) {
      lengths(i, k) = (work.gradients.row(i * d + k) - work.sums(i * d + k) * place).norm();
    }
  }
}

}  // namespace sosi
