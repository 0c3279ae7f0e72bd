// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "rounds/labeler.hpp"
#include "tune/search.hpp"

namespace sosi {

/// Holds labels out, one fold after the other, and makes a run without them: how many does it find? `graph`
/// is used where the policy's labeler asks for it.
HoldOutTrial hold_out_labels(const SearchProblem& problem, const SearchChoice& choice,
                             const HarmonicLabeler& graph, const KernelBackend& backend);

}  // namespace sosi
