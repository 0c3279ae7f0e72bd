// SPDX-License-Identifier: BSD-3-Clause
#include "classify/consistency.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "interpolate/kernel_system.hpp"

namespace sosi {

namespace {

std::vector<ScaleGroup> without_dimensions(std::vector<ScaleGroup> groups) {
  for (ScaleGroup& group : groups) group.dimensions.clear();
  return groups;
}

}  // namespace

Consistency::Consistency(const SampleDistances& distances, const Vector& scales, double ridge,
                         ThreadPool& threads)
    : groups_(group_scales(scales)),
      systems_(distances, {without_dimensions(groups_), ridge, distances.n_samples()}, threads) {
  Indices all(distances.n_samples());
  std::iota(all.begin(), all.end(), Index{0});
  solvable_ = systems_.try_append(all);
  for (std::size_t k = 0; solvable_ && k < systems_.size(); ++k) {
    solvable_ = systems_.condition(k) <= kLargestCondition;
  }
  for (std::size_t k = 0; solvable_ && k < systems_.size(); ++k) {
    inverse_diagonals_.push_back(systems_.inverse_diagonal(k));
  }
}

// With (Phi + ridge I) c = y, what is missing at a sample left out is c_i / (A^-1)_ii.
Matrix Consistency::left_out(const Matrix& targets) const {
  Matrix values(targets.rows(), targets.cols());
  for (std::size_t k = 0; k < systems_.size(); ++k) {
    const Indices& dimensions = groups_[k].dimensions;
    Matrix rows = targets(Eigen::all, dimensions).transpose();
    systems_.solve_lower(k, rows);
    systems_.solve_upper(k, rows);
    values(Eigen::all, dimensions) =
        targets(Eigen::all, dimensions) -
        (rows.array().rowwise() / inverse_diagonals_[k].transpose().array()).matrix().transpose();
  }
  return values;
}

double inconsistency(const Matrix& targets, const Matrix& left_out, Index n_labeled) {
  constexpr double kWeightOfAll = 3.0;
  const auto labeled = targets.topRows(n_labeled);
  const Eigen::RowVectorXd variance =
      (labeled.rowwise() - labeled.colwise().mean()).array().square().colwise().mean();
  const Eigen::RowVectorXd at_labeled =
      (left_out.topRows(n_labeled) - labeled).array().square().colwise().mean();
  const Eigen::RowVectorXd at_all = (left_out - targets).array().square().colwise().mean();
  // A dimension that does not vary cannot be wrong.
  const double least = std::numeric_limits<double>::min();
  const Eigen::RowVectorXd errors = at_labeled + kWeightOfAll * at_all;
  return std::log((errors.array() / variance.array().max(least)).mean());
}

}  // namespace sosi
