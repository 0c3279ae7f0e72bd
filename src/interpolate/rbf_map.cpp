// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/interpolate/rbf_map.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "graph/packed_rows.hpp"
#include "interpolate/gaussian_sum.hpp"
#include "interpolate/kernel_system.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

constexpr Index kRowsPerItem = 32;

}  // namespace

void KernelDiagnostics::include(const KernelDiagnostics& other) {
  n_shifts += other.n_shifts;
  largest_shift = std::max(largest_shift, other.largest_shift);
  condition = std::max(condition, other.condition);
  interpolation_error = std::max(interpolation_error, other.interpolation_error);
}

struct RbfMap::Content {
  PackedRows centers;
  Matrix coefficients;
  Vector scales;
  GaussianSum sum;
};

RbfMap::RbfMap(const MatrixView& samples, std::span<const Index> centers, Matrix coefficients,
               Vector scales) {
  GaussianSum sum(coefficients, scales);
  content_ = std::make_shared<const Content>(
      Content{PackedRows(samples, centers), std::move(coefficients), std::move(scales), std::move(sum)});
}

Index RbfMap::n_features() const {
  return content_->centers.n_features();
}
Index RbfMap::n_centers() const {
  return content_->centers.size();
}
Index RbfMap::n_components() const {
  return content_->scales.size();
}
const Matrix& RbfMap::coefficients() const {
  return content_->coefficients;
}
const Vector& RbfMap::scales() const {
  return content_->scales;
}
Matrix RbfMap::centers() const {
  return content_->centers.unpack();
}

Matrix RbfMap::evaluate(const MatrixView& samples, ThreadPool& threads) const {
  if (samples.cols() != n_features()) {
    throw InvalidInput("the samples have " + std::to_string(samples.cols()) +
                       " columns; the map was made for " + std::to_string(n_features()));
  }
  Matrix values(samples.rows(), n_components());
  const Index stride = content_->centers.padded_size();
  threads.for_each((samples.rows() + kRowsPerItem - 1) / kRowsPerItem, [&](std::size_t item) {
    const Index first = static_cast<Index>(item) * kRowsPerItem;
    const Index n = std::min(kRowsPerItem, samples.rows() - first);
    std::vector<const double*> rows;
    for (Index i = 0; i < n; ++i) rows.push_back(samples.row(first + i).data());
    std::vector<double> distances(n * stride);
    content_->centers.squared_distances(rows, distances.data(), stride);
    for (Index i = 0; i < n; ++i) {
      content_->sum.evaluate(distances.data() + i * stride, values.row(first + i).data());
    }
  });
  return values;
}

// grad f^k(x) = -2/(s^k)² sum over l of c_l^k exp(-||x - a_l||²/(s^k)²) (x - a_l).
Matrix RbfMap::gradient(const Eigen::Ref<const Eigen::RowVectorXd>& sample) const {
  const Matrix centers = this->centers();
  Matrix gradients = Matrix::Zero(n_components(), n_features());
  for (Index l = 0; l < n_centers(); ++l) {
    const Eigen::RowVectorXd difference = sample - centers.row(l);
    for (Index k = 0; k < n_components(); ++k) {
      const double exponent = kernel_exponent(scales()(k));
      const double weight = coefficients()(l, k) * std::exp(exponent * difference.squaredNorm());
      gradients.row(k) += 2.0 * exponent * weight * difference;
    }
  }
  return gradients;
}

RbfFit fit_rbf(const MatrixView& samples, const MatrixView& targets, const Vector& scales, double ridge,
               ThreadPool& threads) {
  if (samples.rows() != targets.rows() || targets.cols() != scales.size()) {
    throw InvalidInput("targets of " + std::to_string(targets.rows()) + " x " +
                       std::to_string(targets.cols()) + " do not fit " + std::to_string(samples.rows()) +
                       " samples and " + std::to_string(scales.size()) + " scales");
  }
  Indices rows(samples.rows());
  std::iota(rows.begin(), rows.end(), Index{0});
  const Matrix distances = squared_distances(samples, rows, threads);
  Interpolation solved = solve_interpolation({&distances, rows}, targets, scales, ridge, threads);
  RbfMap map(samples, rows, std::move(solved.coefficients), scales);
  const double largest = targets.cwiseAbs().maxCoeff();
  const double error = (map.evaluate(samples, threads) - targets).cwiseAbs().maxCoeff();
  solved.diagnostics.interpolation_error = largest > 0.0 ? error / largest : error;
  return {std::move(map), solved.diagnostics};
}

}  // namespace sosi
