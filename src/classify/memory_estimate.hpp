// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "sosi/classify/fit.hpp"
#include "sosi/data/samples.hpp"

namespace sosi {

/// Bytes a fit will hold at its peak; counted from the sizes of what lives at the same time.
std::size_t predict_fit_memory(const Partition& partition, Index n_features, Index n_components,
                               const FitOptions& options);

/// Throws `MemoryRefused` when a fit is predicted to need more than is allowed.
void check_memory(std::size_t predicted, const Execution& execution);

}  // namespace sosi
