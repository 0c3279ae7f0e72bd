// SPDX-License-Identifier: BSD-3-Clause
#include "rounds/growing_map.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "sosi/core/errors.hpp"

namespace sosi {

GrowingMap::GrowingMap(SampleDistances& distances, MapShape shape, const GrowthPlan& plan,
                       const KernelBackend& backend)
    : distances_(distances), shape_(std::move(shape)), plan_(plan), backend_(backend) {
  if (plan.keeps_factors) systems_ = make_systems(group_scales(shape_.scales));
}

std::unique_ptr<KernelSystems> GrowingMap::make_systems(std::vector<ScaleGroup> groups) const {
  return backend_.make_systems(distances_,
                               {std::move(groups), shape_.ridge, shape_.most_centers, plan_.carries_samples});
}

void GrowingMap::restore(const Positions& centers) {
  // No target is equal to this one.
  constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
  now_ = {centers, Matrix::Constant(centers.size(), shape_.scales.size(), kNoNumber)};
  distances_.keep(centers, backend_.threads());
  if (systems_) systems_->append(centers, now_.targets);
}

// The centers that were there before keep their order, the new ones follow in theirs.
GrowingMap::Reuse GrowingMap::reorder(const CenterTargets& wanted) {
  std::unordered_map<Index, Index> row_of;  // of the wanted ones
  for (std::size_t i = 0; i < wanted.centers.size(); ++i) row_of[wanted.centers[i]] = static_cast<Index>(i);

  CenterTargets next{{}, Matrix(wanted.targets.rows(), wanted.targets.cols())};
  Reuse reuse{0, 0};
  const auto add = [&](Position center) {
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
  for (const Position center : wanted.centers) add(center);
  now_ = std::move(next);
  return reuse;
}

void GrowingMap::read_system(const KernelSystems& systems, std::size_t k, RoundKind kind,
                             MapAtSamples& result) const {
  const Indices& dimensions = systems.group(k).dimensions;
  if (plan_.carries_samples && kind == RoundKind::inner) {
    const Positions carried(systems.carried().begin(), systems.carried().end());
    result.values(carried, dimensions) = systems.values(k);
    if (!(systems.added(k) > 0.0)) return;
  }
  const Matrix coefficients = systems.coefficients(k).transpose();
  result.coefficients(Eigen::all, dimensions) = coefficients;
  // (Phi + a I) c = y, so that f = Phi c = y - a c at the centers.
  result.values(now_.centers, dimensions) -= systems.added(k) * coefficients;
}

void GrowingMap::read(const KernelSystems& systems, RoundKind kind, MapAtSamples& result) const {
  backend_.threads().for_each(systems.size(), [&](std::size_t k) { read_system(systems, k, kind, result); });
  for (std::size_t k = 0; k < systems.size(); ++k) {
    const double shift = systems.shift(k);
    result.kernel.include({.n_shifts = shift > 0.0 ? 1 : 0, .largest_shift = shift});
    // The larger the scale, the worse.
    if (kind == RoundKind::last && systems.group(k).scale >= shape_.scales.maxCoeff()) {
      result.kernel.condition = systems.condition(k);
    }
    if (kind == RoundKind::last) look_back(systems, k, result);
  }
}

// What the map would say at centers that it had not been told of: y_i - f_{-i}(x_i) = c_i / (A^-1)_ii.
void GrowingMap::look_back(const KernelSystems& systems, std::size_t k, MapAtSamples& result) const {
  const Indices& dimensions = systems.group(k).dimensions;
  result.before(now_.centers, dimensions) = systems.values_before(k).transpose();
  const Vector diagonal = systems.inverse_diagonal(k, shape_.left_out);
  for (std::size_t i = 0; i < shape_.left_out.size(); ++i) {
    const Index l = shape_.left_out[i];
    result.left_out(i, dimensions) =
        now_.targets(l, dimensions) - result.coefficients(l, dimensions) / diagonal(i);
  }
}

void GrowingMap::evaluate(RoundKind kind, MapAtSamples& result) const {
  Positions samples;
  std::vector<bool> is_known(distances_.n_samples(), false);
  if (kind == RoundKind::inner) {
    for (const Position center : now_.centers) is_known[center] = true;
  }
  for (const Position i : position_range(0, distances_.n_samples())) {
    if (!is_known[i]) samples.push_back(i);
  }
  backend_.evaluate(distances_, {now_.centers, &result.coefficients, &shape_.scales}, samples, result.values);
}

void GrowingMap::measure_error(MapAtSamples& result) const {
  const double largest = now_.targets.cwiseAbs().maxCoeff();
  double error = 0.0;
  for (std::size_t l = 0; l < now_.centers.size(); ++l) {
    error = std::max(error, (result.values.row(now_.centers[l]) - now_.targets.row(l)).cwiseAbs().maxCoeff());
  }
  result.kernel.interpolation_error = largest > 0.0 ? error / largest : error;
}

MapAtSamples GrowingMap::move_to(const CenterTargets& wanted, RoundKind kind) {
  const Reuse reuse = reorder(wanted);
  distances_.keep(now_.centers, backend_.threads());
  const Index d = shape_.scales.size();
  const Index n = std::ssize(now_.centers);
  MapAtSamples result{Matrix(distances_.n_samples(), d), now_, Matrix::Zero(n, d), {}, {}, {}};
  if (kind == RoundKind::last) {
    result.before.resize(distances_.n_samples(), d);
    result.left_out.resize(std::ssize(shape_.left_out), d);
  }
  result.values(now_.centers, Eigen::all) = now_.targets;

  const std::span centers(now_.centers);
  if (systems_) {
    systems_->truncate(reuse.n_factored);
    const Index n_before = systems_->n_centers();
    if (reuse.n_solved < n_before) {
      systems_->retarget(reuse.n_solved, now_.targets.middleRows(reuse.n_solved, n_before - reuse.n_solved));
    }
    systems_->append(centers.subspan(n_before), now_.targets.bottomRows(n - n_before));
    read(*systems_, kind, result);
  } else {
    for (const ScaleGroup& group : group_scales(shape_.scales)) {
      const std::unique_ptr<KernelSystems> systems = make_systems({group});
      systems->append(centers, now_.targets);
      read(*systems, kind, result);
    }
  }
  if (!result.coefficients.allFinite()) {
    throw NumericalError(
        "the coefficients of the map are not finite numbers: the kernel systems are too ill-conditioned");
  }
  if (kind == RoundKind::last || !plan_.carries_samples) evaluate(kind, result);
  if (kind == RoundKind::last) {
    measure_error(result);
    std::vector<bool> is_center(distances_.n_samples(), false);
    for (const Position center : now_.centers) is_center[center] = true;
    for (Index i = 0; i < distances_.n_samples(); ++i) {
      if (!is_center[i]) result.before.row(i) = result.values.row(i);
    }
  }
  return result;
}

}  // namespace sosi
