// SPDX-License-Identifier: BSD-3-Clause
#include "interpolate/growing_map.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

constexpr Index kRowsPerItem = 32;

}  // namespace

GrowingMap::GrowingMap(SampleDistances& distances, Vector scales, double ridge, Index most_centers,
                       const GrowthPlan& plan, ThreadPool& threads)
    : distances_(distances),
      scales_(std::move(scales)),
      most_centers_(most_centers),
      plan_(plan),
      threads_(threads) {
  for (ScaleGroup& group : group_scales(scales_)) {
    kernels_.push_back({group.scale, ridge});
    const Index d = std::ssize(group.dimensions);
    groups_.push_back({std::move(group), Matrix(d, most_centers)});
  }
  if (!plan.keeps_factors) return;
  systems_.emplace(distances_, kernels_, most_centers_, threads_);
  start(*systems_);
}

void GrowingMap::start(KernelSystems& systems) const {
  if (plan_.carries_samples) systems.carry_all();
}

void GrowingMap::restore(const Indices& centers) {
  // No target is equal to this one.
  constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
  now_ = {centers, Matrix::Constant(centers.size(), scales_.size(), kNoNumber)};
  distances_.keep(centers, threads_);
  if (systems_) systems_->append(centers);
}

// The centers that were there before keep their order, the new ones follow in theirs.
GrowingMap::Reuse GrowingMap::reorder(const CenterTargets& wanted) {
  std::unordered_map<Index, Index> row_of;  // of the wanted ones
  for (std::size_t i = 0; i < wanted.centers.size(); ++i) row_of[wanted.centers[i]] = static_cast<Index>(i);

  CenterTargets next{{}, Matrix(wanted.targets.rows(), wanted.targets.cols())};
  Reuse reuse{0, 0};
  const auto add = [&](Index center) {
    const auto found = row_of.find(center);
    if (found == row_of.end()) return false;
    next.targets.row(std::ssize(next.centers)) = wanted.targets.row(found->second);
    next.centers.push_back(center);
    row_of.erase(found);
    return true;
  };
  bool all_stay = true;
  bool all_solved = true;
  for (Index i = 0; i < std::ssize(now_.centers); ++i) {
    all_stay = add(now_.centers[i]) && all_stay;
    if (!all_stay) continue;
    ++reuse.n_factored;
    all_solved = all_solved && next.targets.row(i) == now_.targets.row(i);
    if (all_solved) ++reuse.n_solved;
  }
  for (const Index center : wanted.centers) add(center);
  now_ = std::move(next);
  return reuse;
}

bool GrowingMap::needs_coefficients(const Solving& solving, RoundKind kind) const {
  return kind == RoundKind::last || !plan_.carries_samples || solving.systems->added(solving.kernel) > 0.0;
}

void GrowingMap::solve(const Solving& solving, Index first, RoundKind kind, MapAtSamples& result) const {
  const KernelSystems& systems = *solving.systems;
  const Indices& dimensions = solving.group->scale.dimensions;
  const Index n = systems.n_centers();
  Matrix& forward = solving.group->forward;
  forward.middleCols(first, n - first) =
      now_.targets.bottomRows(n - first)(Eigen::all, dimensions).transpose();
  systems.solve_lower(solving.kernel, forward, first);
  if (plan_.carries_samples && kind == RoundKind::inner) {
    const Indices carried(systems.samples().begin() + n, systems.samples().end());
    result.values(carried, dimensions) = systems.carried_products(solving.kernel, forward);
  }
  if (!needs_coefficients(solving, kind)) return;
  Matrix solution = forward.leftCols(n);
  systems.solve_upper(solving.kernel, solution);
  result.coefficients(Eigen::all, dimensions) = solution.transpose();
  // (Phi + a I) c = y, so that f = Phi c = y - a c at the centers.
  result.values(now_.centers, dimensions) -= systems.added(solving.kernel) * solution.transpose();
}

void GrowingMap::evaluate(RoundKind kind, MapAtSamples& result) const {
  Indices samples;
  std::vector<bool> is_known(distances_.n_samples(), false);
  if (kind == RoundKind::inner) {
    for (const Index center : now_.centers) is_known[center] = true;
  }
  for (Index i = 0; i < distances_.n_samples(); ++i) {
    if (!is_known[i]) samples.push_back(i);
  }
  const GaussianSum sum(result.coefficients, scales_);
  const std::size_t n_items = (samples.size() + kRowsPerItem - 1) / kRowsPerItem;
  threads_.for_each(n_items, [&](std::size_t item) {
    const std::size_t first = item * kRowsPerItem;
    const std::span rows =
        std::span(samples).subspan(first, std::min<std::size_t>(kRowsPerItem, samples.size() - first));
    Matrix distances(rows.size(), now_.centers.size());
    distances_.gather(rows, now_.centers, distances.data(), distances.outerStride());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      sum.evaluate(distances.row(r).data(), result.values.row(rows[r]).data());
    }
  });
}

void GrowingMap::measure_error(MapAtSamples& result) const {
  const double largest = now_.targets.cwiseAbs().maxCoeff();
  double error = 0.0;
  for (std::size_t l = 0; l < now_.centers.size(); ++l) {
    error = std::max(error, (result.values.row(now_.centers[l]) - now_.targets.row(l)).cwiseAbs().maxCoeff());
  }
  result.kernel.interpolation_error = largest > 0.0 ? error / largest : error;
}

// The condition grows with the scale.
std::size_t GrowingMap::worst_conditioned() const {
  return std::ranges::max_element(kernels_, {}, &Kernel::scale) - kernels_.begin();
}

MapAtSamples GrowingMap::move_to(const CenterTargets& wanted, RoundKind kind) {
  const Reuse reuse = reorder(wanted);
  distances_.keep(now_.centers, threads_);
  const Index d = scales_.size();
  const Index n = std::ssize(now_.centers);
  MapAtSamples result{Matrix(distances_.n_samples(), d), now_, Matrix::Zero(n, d), {}};
  result.values(now_.centers, Eigen::all) = now_.targets;

  const auto include = [&](const KernelSystems& systems, std::size_t kernel) {
    const double shift = systems.shift(kernel);
    result.kernel.include({.n_shifts = shift > 0.0 ? 1 : 0, .largest_shift = shift});
  };
  const std::span centers(now_.centers);
  if (systems_) {
    systems_->keep_first(reuse.n_factored);
    const Index first = std::min(reuse.n_solved, systems_->n_centers());
    systems_->append(centers.subspan(systems_->n_centers()));
    threads_.for_each(groups_.size(), [&](std::size_t k) {
      solve({&*systems_, k, &groups_[k]}, first, kind, result);
    });
    for (std::size_t k = 0; k < groups_.size(); ++k) include(*systems_, k);
    if (kind == RoundKind::last) result.kernel.condition = systems_->condition(worst_conditioned());
  } else {
    for (std::size_t k = 0; k < groups_.size(); ++k) {
      KernelSystems systems(distances_, std::span(&kernels_[k], 1), most_centers_, threads_);
      start(systems);
      systems.append(centers);
      solve({&systems, 0, &groups_[k]}, 0, kind, result);
      include(systems, 0);
      if (kind == RoundKind::last && k == worst_conditioned()) result.kernel.condition = systems.condition(0);
    }
  }
  if (!result.coefficients.allFinite()) {
    throw NumericalError(
        "the coefficients of the map are no finite numbers: the kernel systems are too ill-conditioned");
  }
  if (kind == RoundKind::last || !plan_.carries_samples) evaluate(kind, result);
  if (kind == RoundKind::last) measure_error(result);
  return result;
}

}  // namespace sosi
