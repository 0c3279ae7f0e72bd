// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "extend/scale_criteria.hpp"

namespace sosi {

/// G^k and D^k at one scale, an entry per dimension (paper, eq. regobj_disc_G, regobj_disc_D).
struct GradientTotals {
  Vector gradient;
  Vector separation;
};

/// The criteria that look at the gradients of the map in the labeled samples, for every solution.
std::vector<GradientTotals> gradient_criteria(const ScaleProblem& problem, int n_neighbors,
                                              std::span<const ScaleSolution> solutions, ThreadPool& threads);

}  // namespace sosi
