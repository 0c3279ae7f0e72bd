// SPDX-License-Identifier: BSD-3-Clause
#include "interpolate/scale_criteria.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/product.hpp"
#include "interpolate/gaussian_sum.hpp"
#include "interpolate/kernel_system.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Gradients and directions live in the span of the centers' differences: with X^T = Q R the rows of R^T have
// the same inner products as those of X, in no more dimensions than there are centers. Centering the samples
// first keeps the sums below from cancelling.
Matrix reduced_coordinates(const MatrixView& centers) {
  Matrix centered = centers.rowwise() - centers.colwise().mean();
  if (centered.cols() <= centered.rows()) return centered;
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(centered.transpose());
  const Index n = centered.rows();
  const Eigen::MatrixXd upper = qr.matrixQR().topRows(n).triangularView<Eigen::Upper>();
  return upper.transpose();
}

}  // namespace

ScaleCriteria::ScaleCriteria(const ScaleProblem& problem, const ScaleOptions& options)
    : problem_(problem),
      ridge_(options.ridge),
      n_classes_(*std::ranges::max_element(problem.classes) + 1),
      coordinates_(reduced_coordinates(problem.centers)) {
  const auto n_labeled = static_cast<Index>(problem.classes.size());
  const Index d = problem.targets.cols();
  std::vector<Indices> members(n_classes_);
  for (Index i = 0; i < n_labeled; ++i) members[problem.classes[i]].push_back(i);

  lowest_ = Matrix::Constant(n_classes_, d, kInfinity);
  highest_ = Matrix::Constant(n_classes_, d, -kInfinity);
  for (Index i = 0; i < n_labeled; ++i) {
    const int own = problem.classes[i];
    lowest_.row(own) = lowest_.row(own).cwiseMin(problem.targets.row(i));
    highest_.row(own) = highest_.row(own).cwiseMax(problem.targets.row(i));
  }

  neighbors_.resize(n_labeled);
  for (Index i = 0; i < n_labeled; ++i) {
    for (int p = 0; p < n_classes_; ++p) {
      Indices apart;  // coincident samples have no direction
      std::ranges::copy_if(members[p], std::back_inserter(apart),
                           [&](Index j) { return (*problem.squared_distances)(i, j) > 0.0; });
      for (const Index j :
           nearest_rows(*problem.squared_distances, i, std::move(apart), options.n_neighbors_scale)) {
        neighbors_[i].push_back({j, p, std::sqrt((*problem.squared_distances)(i, j))});
      }
    }
  }
}

bool ScaleCriteria::separable(int m, int p, Index k) const {
  return highest_(m, k) < lowest_(p, k) || highest_(p, k) < lowest_(m, k);
}

// grad f(x_i) = -2/s² sum over l of c_l phi_il (x_i - a_l), for all labeled i at once: with C = diag(c) A the
// sum is (Phi c)_i x_i - (Phi C)_i.
Matrix ScaleCriteria::gradients(const Matrix& kernel, const Vector& coefficients, double scale) const {
  Matrix weighted = coefficients.asDiagonal() * coordinates_;
  Matrix result = Matrix::Zero(kernel.rows(), coordinates_.cols());
  // Blocks have no const: the kernel is only read.
  const lapack::Block read_only{const_cast<double*>(kernel.data()), kernel.rows(), kernel.cols(),
                                kernel.outerStride()};
  add_product(1.0, read_only, RightFactor(lapack::block_of(weighted)), lapack::block_of(result));
  const Vector values = kernel * coefficients;
  result -= values.asDiagonal() * coordinates_.topRows(kernel.rows());
  return -2.0 * kernel_exponent(scale) * result;
}

// G = sum_i |grad f(x_i)| / m_i and D = sum over separable (m, p), i in m, of [mean over N_p(x_i) of the
// directional derivatives] / m_i, where m_i is their mean over N(x_i) (paper, eq. regobj_disc_G,
// regobj_disc_D).
ScaleCriteria::Totals ScaleCriteria::totals(const Matrix& gradients, Index k) const {
  Totals sum{0.0, 0.0};
  Vector class_sum(n_classes_);
  Vector class_count(n_classes_);
  for (Index i = 0; i < gradients.rows(); ++i) {
    class_sum.setZero();
    class_count.setZero();
    for (const Neighbor& neighbor : neighbors_[i]) {
      const double along =
          gradients.row(i).dot(coordinates_.row(i) - coordinates_.row(neighbor.row)) / neighbor.distance;
      class_sum(neighbor.of_class) += std::abs(along);
      class_count(neighbor.of_class) += 1.0;
    }
    const double mean = class_sum.sum() / class_count.sum();
    if (!(mean > 0.0)) return {kInfinity, 0.0};
    sum.gradient += gradients.row(i).norm() / mean;
    const int own = problem_.classes[i];
    for (int p = 0; p < n_classes_; ++p) {
      if (p == own || class_count(p) == 0.0 || !separable(own, p, k)) continue;
      sum.separation += class_sum(p) / class_count(p) / mean;
    }
  }
  if (!std::isfinite(sum.gradient) || !std::isfinite(sum.separation)) return {kInfinity, 0.0};
  return sum;
}

ScalePoint ScaleCriteria::evaluate(double scale, ThreadPool& threads) const {
  const Index n_centers = problem_.targets.rows();
  const Index d = problem_.targets.cols();
  Indices rows(n_centers);
  std::iota(rows.begin(), rows.end(), Index{0});
  const KernelSystem system({problem_.squared_distances, rows}, {scale, ridge_}, threads);
  const Matrix coefficients = system.solve(problem_.targets.transpose());  // a row per dimension
  const Vector inverse_diagonal = system.inverse_diagonal();
  const Matrix kernel =
      (kernel_exponent(scale) * problem_.squared_distances->topRows(neighbors_.size()).array()).exp();

  ScalePoint point{scale, Vector(d), Vector(d), Vector(d), system.shift()};
  threads.for_each(d, [&](std::size_t item) {
    const auto k = static_cast<Index>(item);
    const Vector coefficient = coefficients.row(k);
    const Totals sums = totals(gradients(kernel, coefficient, scale), k);
    point.gradient(k) = sums.gradient;
    point.separation(k) = sums.separation;
    // e_i = c_i / (Phi^-1)_ii is the error at sample i of the map through all the others.
    point.leave_one_out(k) = std::sqrt(coefficient.cwiseQuotient(inverse_diagonal).cwiseAbs2().mean());
  });
  return point;
}

}  // namespace sosi
