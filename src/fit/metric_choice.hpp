// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "fit/decide.hpp"
#include "sosi/core/execution.hpp"

namespace sosi {

/// Which power of `metric = within` suits normalized samples, by labels that are held out before the metric
/// is learned: 0 unless another one finds significantly more of them. Tells `progress` which share is done.
MetricDecision choose_metric(const TrainingSet& normalized, const FitOptions& options,
                             const Execution& execution, const std::function<void(double)>& progress);

}  // namespace sosi
