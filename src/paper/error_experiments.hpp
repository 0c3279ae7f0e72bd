// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/paper/experiments.hpp"

namespace sosi {

/// Error against the share of labeled faces, for every method.
ExperimentReport run_yale_errors(const ExperimentContext& context);
/// The same for views that are few and far apart.
ExperimentReport run_eth_errors(const ExperimentContext& context);
/// The same for views all around.
ExperimentReport run_coil_errors(const ExperimentContext& context);

}  // namespace sosi
