// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "tune/search.hpp"
#include "rounds/labeler.hpp"

namespace sosi {

/// Holds labels back, one of so many parts after the other, and makes a run without them: how many does it
/// find? `run` has all settings of that run, with absolute scales; `graph` is asked where its labeler wants
/// it.
Trial hold_labels_back(const CommitteeProblem& problem, const FitOptions& run, const GraphGuide& graph,
                       std::size_t n_parts, ThreadPool& threads);

}  // namespace sosi
