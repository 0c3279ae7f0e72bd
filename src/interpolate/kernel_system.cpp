// SPDX-License-Identifier: BSD-3-Clause
#include "interpolate/kernel_system.hpp"

#include "interpolate/gaussian_sum.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

KernelSystem::KernelSystem(const CenterSet& centers, const Kernel& kernel, ThreadPool& threads,
                           Empty /*empty*/)
    : distances_(*centers.squared_distances),
      systems_(distances_, {{{kernel.scale, {}}}, kernel.ridge, centers.size()}, threads) {}

KernelSystem::KernelSystem(const CenterSet& centers, const Kernel& kernel, ThreadPool& threads)
    : KernelSystem(centers, kernel, threads, Empty::yes) {
  systems_.append(centers.rows, Matrix(centers.size(), 0));
}

std::unique_ptr<const KernelSystem> KernelSystem::unshifted(const CenterSet& centers, const Kernel& kernel,
                                                            ThreadPool& threads) {
  std::unique_ptr<KernelSystem> system(new KernelSystem(centers, kernel, threads, Empty::yes));
  return system->systems_.try_append(centers.rows) ? std::move(system) : nullptr;
}

Matrix KernelSystem::solve(Matrix right_hand_sides) const {
  systems_.solve_lower(0, right_hand_sides);
  systems_.solve_upper(0, right_hand_sides);
  return right_hand_sides;
}

bool is_solvable(const SampleDistances& distances, std::span<const Index> centers, const Kernel& kernel,
                 ThreadPool& threads) {
  KernelSystems systems(distances, {{{kernel.scale, {}}}, kernel.ridge, std::ssize(centers)}, threads);
  return systems.try_append(centers) && systems.condition(0) <= kLargestCondition;
}

Interpolation solve_interpolation(const CenterSet& centers, const Matrix& targets, const Vector& scales,
                                  double ridge, ThreadPool& threads) {
  Interpolation result{Matrix(targets.rows(), targets.cols()), {}};
  for (const ScaleGroup& group : group_scales(scales)) {
    const KernelSystem system(centers, {group.scale, ridge}, threads);
    const Matrix solved = system.solve(targets(Eigen::all, group.dimensions).transpose());
    result.coefficients(Eigen::all, group.dimensions) = solved.transpose();
    result.diagnostics.include({.n_shifts = system.shift() > 0.0 ? 1 : 0,
                                .largest_shift = system.shift(),
                                .condition = system.condition()});
  }
  if (!result.coefficients.allFinite()) {
    throw NumericalError(
        "the coefficients of the map are no finite numbers: the kernel systems are too ill-conditioned");
  }
  return result;
}

}  // namespace sosi
