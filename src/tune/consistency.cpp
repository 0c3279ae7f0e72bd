// SPDX-License-Identifier: BSD-3-Clause
#include "tune/consistency.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "kernel/kernel_system.hpp"

namespace sosi {

namespace {

std::vector<ScaleGroup> without_dimensions(std::vector<ScaleGroup> groups) {
  for (ScaleGroup& group : groups) group.dimensions.clear();
  return groups;
}

}  // namespace

Consistency::Consistency(const SampleDistances& distances, const Vector& scales, double ridge,
                         ThreadPool& threads)
    : groups_(group_scales(scales)) {
  Indices all(distances.n_samples());
  std::iota(all.begin(), all.end(), Index{0});
  const SystemsShape shape{without_dimensions(groups_), ridge, distances.n_samples()};
  systems_.emplace(distances, shape, threads);
  solvable_ = systems_->try_append(all);
  for (std::size_t k = 0; solvable_ && k < groups_.size(); ++k) {
    solvable_ = systems_->condition(k) <= kLargestCondition;
  }
  if (!solvable_) {  // it may be for copies alone: then a shift does no harm
    solvable_ = std::ranges::all_of(groups_, [&](const ScaleGroup& group) {
      return sosi::is_solvable(distances, all, {group.scale, ridge}, threads);
    });
    systems_.emplace(distances, shape, threads);
    if (solvable_) systems_->append(all, Matrix(std::ssize(all), 0));
  }
  for (std::size_t k = 0; solvable_ && k < groups_.size(); ++k) {
    inverse_diagonals_.push_back(systems_->inverse_diagonal(k));
  }
}

// With (Phi + ridge I) c = y, what is missing at a sample left out is c_i / (A^-1)_ii.
Matrix Consistency::left_out(const Matrix& targets) const {
  Matrix values(targets.rows(), targets.cols());
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    const Indices& dimensions = groups_[k].dimensions;
    Matrix rows = targets(Eigen::all, dimensions).transpose();
    systems_->solve_lower(k, rows);
    systems_->solve_upper(k, rows);
    values(Eigen::all, dimensions) =
        targets(Eigen::all, dimensions) -
        (rows.array().rowwise() / inverse_diagonals_[k].transpose().array()).matrix().transpose();
  }
  return values;
}

double inconsistency(const Matrix& targets, const Matrix& left_out, Index n_labeled) {
  constexpr double kWeightOfAll = 3.0;
  constexpr double kRounding = 1e-12;
  double sum = 0.0;
  Index n = 0;
  for (Index k = 0; k < targets.cols(); ++k) {
    const auto labeled = targets.col(k).head(n_labeled).array();
    const double variance = (labeled - labeled.mean()).square().mean();
    if (!(variance > kRounding * labeled.square().mean())) continue;  // nothing to be wrong about
    const auto errors = (left_out.col(k) - targets.col(k)).array().square();
    sum += (errors.head(n_labeled).mean() + kWeightOfAll * errors.mean()) / variance;
    ++n;
  }
  const double infinity = std::numeric_limits<double>::infinity();
  return n > 0 && std::isfinite(sum) ? std::log(sum / static_cast<double>(n)) : infinity;
}

}  // namespace sosi
