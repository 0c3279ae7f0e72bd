// SPDX-License-Identifier: BSD-3-Clause
#include "extend/scale_criteria.hpp"

#include <algorithm>
#include <atomic>
#include <optional>

#include "kernel/single_system.hpp"

namespace sosi {

namespace {

// The systems of one problem.
class ScaleSystems {
 public:
  ScaleSystems(const ScaleProblem& problem, double ridge, const KernelBackend& backend)
      : problem_(problem), ridge_(ridge), backend_(backend) {}

  ScaleSolution solve(double scale) const {
    return solve(scale, SingleSystem(*problem_.squared_distances, {scale, ridge_}, backend_));
  }

  std::optional<ScaleSolution> solve_unshifted(double scale) const {
    const auto system = SingleSystem::unshifted(*problem_.squared_distances, {scale, ridge_}, backend_);
    return system ? std::optional(solve(scale, *system)) : std::nullopt;
  }

  // Small systems are solved side by side.
  void for_each(std::size_t n, const std::function<void(std::size_t)>& body) const {
    if (problem_.targets->rows() <= kParallelScanLimit) return backend_.threads().for_each(n, body);
    for (std::size_t i = 0; i < n; ++i) body(i);
  }

 private:
  ScaleSolution solve(double scale, const SingleSystem& system) const {
    Matrix coefficients = system.solve(problem_.targets->transpose());
    // e_i = c_i / (Phi^-1)_ii is the error at sample i of the map through all the others.
    const Matrix errors = coefficients.array().rowwise() / system.inverse_diagonal().transpose().array();
    return {scale, system.shift(), std::move(coefficients), errors.cwiseAbs2().rowwise().mean().cwiseSqrt()};
  }

  const ScaleProblem& problem_;
  double ridge_;
  const KernelBackend& backend_;
};

}  // namespace

std::vector<ScaleSolution> solve_scales(const ScaleProblem& problem, std::span<const double> scales,
                                        double ridge, const KernelBackend& backend) {
  const ScaleSystems systems(problem, ridge, backend);
  std::vector<ScaleSolution> solutions(scales.size());
  systems.for_each(scales.size(), [&](std::size_t i) { solutions[i] = systems.solve(scales[i]); });
  return solutions;
}

// The kernel matrix of a scale is the entrywise product of that of any larger scale with a third one, and all
// have ones on the diagonal: its smallest eigenvalue is at least as large (Schur). Once a system needs a
// shift, those of larger scales do as well, and nobody has to try.
std::vector<ScaleSolution> solve_unshifted_scales(const ScaleProblem& problem, std::span<const double> scales,
                                                  double ridge, const KernelBackend& backend) {
  const ScaleSystems systems(problem, ridge, backend);
  std::vector<std::optional<ScaleSolution>> solutions(scales.size());
  std::atomic<std::size_t> end = scales.size();
  systems.for_each(scales.size(), [&](std::size_t i) {
    if (i >= end) return;
    solutions[i] = systems.solve_unshifted(scales[i]);
    if (solutions[i]) return;
    std::size_t before = end;
    while (i < before && !end.compare_exchange_weak(before, i)) {
    }
  });
  std::vector<ScaleSolution> found;
  for (std::size_t i = 0; i < end; ++i) found.push_back(std::move(*solutions[i]));
  if (found.empty()) found.push_back(systems.solve(scales.front()));
  return found;
}

}  // namespace sosi
