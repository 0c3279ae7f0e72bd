// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

#include "sosi/classify/fit.hpp"

namespace sosi {

/// What the memory of a fit depends on, beside its options.
struct FitSize {
  Index n_rows;       ///< of the input
  Index n_labeled;    ///< distinct
  Index n_unlabeled;  ///< distinct
  Index n_features;
  Index n_components;
  int n_threads;
};

/// Bytes a fit will hold at its peak; counted from the sizes of what lives at the same time.
std::size_t predict_fit_memory(const FitSize& size, const FitOptions& options);

/// Throws `MemoryRefused` when a fit is predicted to need more than is allowed.
void check_memory(std::size_t predicted, const Execution& execution);

}  // namespace sosi
