// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "classify/progressive_loop.hpp"
#include "classify/settings.hpp"

namespace sosi {

/// The temperature: from all samples where each had a vote, by what the map says of it when it is left out,
/// against the votes; else from the labeled samples alone.
Calibration learn_calibration(const Settings& settings, const ProgressiveResult& rounds, const Model& model,
                              ThreadPool& threads);

/// The last round's labels, which it gives away, and how likely they are: the share of the votes; without
/// votes, what the map said before it was told, as a center is always met.
Prediction predict_unlabeled(const Settings& settings, ProgressiveResult& rounds, const Model& model,
                             ThreadPool& threads);

}  // namespace sosi
