// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "kernel/kernel_backend.hpp"
#include "sosi/core/matrix.hpp"

namespace sosi {

/// What the rounds of a growing map will have to do with.
struct GrowthSize {
  Index n_samples;
  Index n_features;
  Index n_components;
  int n_kernels;       ///< scales that differ
  Indices n_centers;   ///< by round
  bool scales_change;  ///< from round to round: nothing can be kept of the factors
};

/// How they do it.
struct GrowthPlan {
  /// Whether rows of all samples are computed along with the factors, or f is evaluated from coefficients.
  /// Decided by counted operations, not by memory: the two ways round differently.
  bool carries_samples = true;
  /// Else one factor is made at a time, again in every round. Not a bit of the result depends on it.
  bool keeps_factors = true;
  /// Samples whose distances to all others are kept; other distances are computed whenever they are needed.
  /// Not a bit of the result depends on it.
  Index n_kept_distances = 0;

  /// Everything kept, for samples whose distances are all there.
  static GrowthPlan keep_all(Index n_samples) { return {true, true, n_samples}; }
};

/// The plans from the fastest to the one that takes the least memory.
std::vector<GrowthPlan> growth_plans(const GrowthSize& size, const KernelBackend& backend);

/// In words, for a report.
std::string describe(const GrowthSize& size, const GrowthPlan& plan);

/// Counted operations of every round, in multiply-adds or what takes as long.
std::vector<double> round_work(const GrowthSize& size, const GrowthPlan& plan, const KernelBackend& backend);

/// How many numbers the factors take at a time.
double factor_numbers(const GrowthSize& size, const GrowthPlan& plan, const KernelBackend& backend);
/// How many numbers the rounds take, with factors, distances and coordinates, but for the samples.
double round_numbers(const GrowthSize& size, const GrowthPlan& plan, const KernelBackend& backend);

}  // namespace sosi
