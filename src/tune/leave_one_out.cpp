// SPDX-License-Identifier: BSD-3-Clause
#include "tune/leave_one_out.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/single_system.hpp"

namespace sosi {

namespace {

std::vector<ScaleGroup> without_dimensions(std::vector<ScaleGroup> groups) {
  for (ScaleGroup& group : groups) group.dimensions.clear();
  return groups;
}

bool are_accurate(KernelSystems& systems, std::span<const Position> centers) {
  if (!systems.try_append(centers)) return false;
  for (std::size_t k = 0; k < systems.size(); ++k) {
    if (!(systems.condition(k) <= kLargestCondition)) return false;
  }
  return true;
}

}  // namespace

LeaveOneOut::LeaveOneOut(std::vector<ScaleGroup> groups, std::unique_ptr<KernelSystems> systems)
    : groups_(std::move(groups)), systems_(std::move(systems)) {
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    inverse_diagonals_.push_back(systems_->inverse_diagonal(k));
  }
}

std::shared_ptr<const LeaveOneOut> LeaveOneOut::make(const SampleDistances& distances, const Vector& scales,
                                                     double ridge, const KernelBackend& backend) {
  std::vector<ScaleGroup> groups = group_scales(scales);
  const Positions all = position_range(0, distances.n_samples());
  const SystemsShape shape{without_dimensions(groups), ridge, distances.n_samples()};
  std::unique_ptr<KernelSystems> systems = backend.make_systems(distances, shape);
  if (!are_accurate(*systems, all)) {
    // Copies alone may be the reason: then a shift does no harm.
    const bool is_for_copies = std::ranges::all_of(groups, [&](const ScaleGroup& group) {
      return is_solvable(distances, all, {group.scale, ridge}, backend);
    });
    if (!is_for_copies) return nullptr;
    systems = backend.make_systems(distances, shape);
    systems->append(all, Matrix(std::ssize(all), 0));
  }
  return std::shared_ptr<const LeaveOneOut>(new LeaveOneOut(std::move(groups), std::move(systems)));
}

// With (Phi + ridge I) c = y, what is missing at a sample left out is c_i / (A^-1)_ii.
Matrix LeaveOneOut::values(const Matrix& targets) const {
  Matrix values(targets.rows(), targets.cols());
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    const Indices& dimensions = groups_[k].dimensions;
    const Matrix solved = systems_->solve(k, targets(Eigen::all, dimensions).transpose());
    values(Eigen::all, dimensions) =
        targets(Eigen::all, dimensions) -
        (solved.array().rowwise() / inverse_diagonals_[k].transpose().array()).matrix().transpose();
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
