// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "rounds/loop.hpp"
#include "sosi/fit/fit.hpp"

namespace sosi {

/// Tells fits apart: of normalized samples, labels, a precomputed embedding and options.
std::string fingerprint(const TrainingSet& training, const FitOptions& options);

/// Throws `InvalidInput` unless a fit with this fingerprint can have been in that state. It may come from a
/// file: nothing in it is taken on trust.
void check_state(const FitState& state, const std::string& expected, const RoundsProblem& problem,
                 const Schedule& schedule);

}  // namespace sosi
