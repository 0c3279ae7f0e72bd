// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>

#include "fit/memory_plan.hpp"
#include "fit/stage_clock.hpp"

namespace sosi {

// The stages of a fit, as its clock and its report call them.
inline constexpr const char* kDistancesStage = "distances";
inline constexpr const char* kSearchStage = "search";
inline constexpr const char* kEmbeddingStage = "embedding";
inline constexpr const char* kHarmonicStage = "harmonic function";
inline constexpr const char* kScalesStage = "largest scales";
inline constexpr const char* kRoundsStage = "rounds";
inline constexpr const char* kResultStage = "result";

/// The work of all stages, as far as it is known before any of them.
std::deque<StageWork> work_of_fit(const FitSize& size, const FitOptions& given, const FitPlan& plan,
                                  const KernelBackend& backend);

/// The work of the rounds and what follows, when everything is decided.
std::deque<StageWork> work_of_rounds(const FitSize& size, const FitOptions& decided, const FitPlan& plan);

}  // namespace sosi
