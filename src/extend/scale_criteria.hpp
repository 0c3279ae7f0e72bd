// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "kernel/kernel_backend.hpp"
#include "sosi/extend/scales.hpp"

namespace sosi {

/// Centers up to which several scales are tried at a time; beyond, the threads share the tiles of one system.
inline constexpr Index kParallelScanLimit = 1000;

/// The map through the targets with one scale for all dimensions.
struct ScaleSolution {
  double scale;          ///< absolute
  double shift;          ///< what the kernel matrix needed on its diagonal to be factored
  Matrix coefficients;   ///< a row per dimension, a column per center
  Vector leave_one_out;  ///< root mean square of the leave-one-out errors, per dimension
};

/// Solutions at all scales, shifted where they have to be.
std::vector<ScaleSolution> solve_scales(const ScaleProblem& problem, std::span<const double> scales,
                                        double ridge, const KernelBackend& backend);

/// Solutions at ascending scales up to the last before a shift is needed; at the first in any case.
std::vector<ScaleSolution> solve_unshifted_scales(const ScaleProblem& problem, std::span<const double> scales,
                                                  double ridge, const KernelBackend& backend);

}  // namespace sosi
