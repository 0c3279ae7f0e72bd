// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/paper/experiments.hpp"

namespace sosi {

/// The regularizer and the error of the plain RBF map against one scale common to all dimensions.
ExperimentReport run_scale_curves(const ExperimentContext& context);

}  // namespace sosi
