// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/paper/experiments.hpp"

namespace sosi {

/// SOSI's rounds beside methods that embed the extended training set again in every round.
ExperimentReport run_yale_progress(const ExperimentContext& context);

}  // namespace sosi
