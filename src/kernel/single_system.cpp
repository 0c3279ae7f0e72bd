// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/single_system.hpp"

#include <algorithm>

#include "kernel/gaussian_sum.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

SingleSystem::SingleSystem(const Matrix& squared_distances, const Kernel& kernel,
                           const KernelBackend& backend, Empty /*empty*/)
    : distances_(squared_distances, squared_distances.rows()),
      systems_(
          backend.make_systems(distances_, {{{kernel.scale, {}}}, kernel.ridge, distances_.n_samples()})) {}

SingleSystem::SingleSystem(const Matrix& squared_distances, const Kernel& kernel,
                           const KernelBackend& backend)
    : SingleSystem(squared_distances, kernel, backend, Empty::yes) {
  const Index n = distances_.n_samples();
  systems_->append(position_range(0, n), Matrix(n, 0));
}

std::unique_ptr<const SingleSystem> SingleSystem::unshifted(const Matrix& squared_distances,
                                                            const Kernel& kernel,
                                                            const KernelBackend& backend) {
  std::unique_ptr<SingleSystem> system(new SingleSystem(squared_distances, kernel, backend, Empty::yes));
  const bool is_factored = system->systems_->try_append(position_range(0, squared_distances.rows()));
  return is_factored ? std::move(system) : nullptr;
}

namespace {

bool is_well_conditioned(const SampleDistances& distances, std::span<const Position> centers,
                         const Kernel& kernel, const KernelBackend& backend) {
  const auto systems =
      backend.make_systems(distances, {{{kernel.scale, {}}}, kernel.ridge, std::ssize(centers)});
  return systems->try_append(centers) && systems->condition(0) <= kLargestCondition;
}

// Those that have no other center before them within a distance.
Positions without_copies(const SampleDistances& distances, std::span<const Position> centers, double distance,
                         ThreadPool& threads) {
  constexpr std::size_t kRowsPerItem = 32;
  const SampleDistances::Columns columns = distances.to(centers);
  std::vector<char> is_copy(centers.size(), 0);
  threads.for_each((centers.size() + kRowsPerItem - 1) / kRowsPerItem, [&](std::size_t item) {
    const std::size_t first = item * kRowsPerItem;
    const std::size_t n = std::min(kRowsPerItem, centers.size() - first);
    Matrix block(n, centers.size());
    distances.gather(centers.subspan(first, n), columns, block.data(), block.outerStride());
    for (std::size_t i = first; i < first + n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (block(i - first, j) < distance * distance) is_copy[i] = 1;
      }
    }
  });
  Positions kept;
  for (std::size_t i = 0; i < centers.size(); ++i) {
    if (is_copy[i] == 0) kept.push_back(centers[i]);
  }
  return kept;
}

}  // namespace

bool is_solvable(const SampleDistances& distances, std::span<const Position> centers, const Kernel& kernel,
                 const KernelBackend& backend) {
  if (is_well_conditioned(distances, centers, kernel, backend)) return true;
  const Positions kept = without_copies(distances, centers, kCopyDistance * kernel.scale, backend.threads());
  return kept.size() < centers.size() && is_well_conditioned(distances, kept, kernel, backend);
}

Interpolation solve_interpolation(const Matrix& squared_distances, const Matrix& targets,
                                  const Vector& scales, double ridge, const KernelBackend& backend) {
  Interpolation result{Matrix(targets.rows(), targets.cols()), {}};
  for (const ScaleGroup& group : group_scales(scales)) {
    const SingleSystem system(squared_distances, {group.scale, ridge}, backend);
    const Matrix solved = system.solve(targets(Eigen::all, group.dimensions).transpose());
    result.coefficients(Eigen::all, group.dimensions) = solved.transpose();
    result.diagnostics.include({.n_shifts = system.shift() > 0.0 ? 1 : 0,
                                .largest_shift = system.shift(),
                                .condition = system.condition()});
  }
  if (!result.coefficients.allFinite()) {
    throw NumericalError(
        "the coefficients of the map are not finite numbers: the kernel systems are too ill-conditioned");
  }
  return result;
}

}  // namespace sosi
