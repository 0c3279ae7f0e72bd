// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sosi/fit/fit_options.hpp"

namespace sosi {

/// What keeps an option of a fit from having an effect, as `rounds = 5`; empty where nothing does.
std::string obstacle_to(const Field<FitOptions>& option, const FitOptions& options);

/// Throws `InvalidInput` for options that contradict each other. Gives a sentence for every other option that
/// was given another value than its default, or than the fit would decide on itself, and has no effect with
/// the others.
std::vector<std::string> check_effects(const FitOptions& options);

/// The options with those that have no effect at their defaults, as to fit again with what a model says.
FitOptions with_effects_only(const FitOptions& options);

}  // namespace sosi
