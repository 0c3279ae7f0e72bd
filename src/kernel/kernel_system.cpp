// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/kernel_system.hpp"

#include <algorithm>

#include "kernel/gaussian_sum.hpp"
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

namespace {

bool is_well_conditioned(const SampleDistances& distances, std::span<const Index> centers,
                         const Kernel& kernel, ThreadPool& threads) {
  KernelSystems systems(distances, {{{kernel.scale, {}}}, kernel.ridge, std::ssize(centers)}, threads);
  return systems.try_append(centers) && systems.condition(0) <= kLargestCondition;
}

// Those that have no other center before them within a distance.
Indices without_copies(const SampleDistances& distances, std::span<const Index> centers, double distance,
                       ThreadPool& threads) {
  constexpr std::size_t kRowsPerItem = 32;
  const SampleDistances::Goal goal = distances.to(centers);
  std::vector<char> is_copy(centers.size(), 0);
  threads.for_each((centers.size() + kRowsPerItem - 1) / kRowsPerItem, [&](std::size_t item) {
    const std::size_t first = item * kRowsPerItem;
    const std::size_t n = std::min(kRowsPerItem, centers.size() - first);
    Matrix block(n, centers.size());
    distances.gather(centers.subspan(first, n), goal, block.data(), block.outerStride());
    for (std::size_t i = first; i < first + n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (block(i - first, j) < distance * distance) is_copy[i] = 1;
      }
    }
  });
  Indices kept;
  for (std::size_t i = 0; i < centers.size(); ++i) {
    if (is_copy[i] == 0) kept.push_back(centers[i]);
  }
  return kept;
}

}  // namespace

bool is_solvable(const SampleDistances& distances, std::span<const Index> centers, const Kernel& kernel,
                 ThreadPool& threads) {
  if (is_well_conditioned(distances, centers, kernel, threads)) return true;
  const Indices kept = without_copies(distances, centers, kCopyDistance * kernel.scale, threads);
  return kept.size() < centers.size() && is_well_conditioned(distances, kept, kernel, threads);
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
