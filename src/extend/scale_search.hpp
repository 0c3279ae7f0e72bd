// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "kernel/kernel_backend.hpp"
#include "sosi/extend/scales.hpp"

namespace sosi {

/// `choose_scales` on a backend.
ChosenScales search_scales(const ScaleProblem& problem, double median_distance, const ScaleOptions& options,
                           const KernelBackend& backend);

/// What the memory of a search depends on.
struct ScaleSearchSize {
  Index n_centers;
  Index n_labeled;
  Index n_features;
  Index n_components;
};

/// How many numbers a search takes at its peak.
double scale_search_numbers(const ScaleSearchSize& size, ScaleRule rule, const KernelBackend& backend);

}  // namespace sosi
