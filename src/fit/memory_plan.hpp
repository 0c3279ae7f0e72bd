// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "rounds/growth_plan.hpp"
#include "sosi/fit/fit.hpp"

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

/// How a fit will be done, and what it takes.
struct FitPlan {
  GrowthPlan growth;
  std::string words;         ///< for a report
  std::size_t memory;        ///< bytes at the peak, counted from the sizes of what lives at the same time
  std::vector<double> work;  ///< operations of every round
  bool has_committee = false;
  double committee_work = 0.0;  ///< predicted time of its runs, times that of a fit by the paper's rules
};

/// The fastest plan that needs no more memory than is allowed; `MemoryRefused` says what would fit when there
/// is none.
FitPlan plan_fit(const FitSize& size, const FitOptions& options, const Execution& execution);

/// What becomes of it when all is decided: several scales may have been reckoned with where there is one.
void settle(FitPlan& plan, const FitSize& size, const FitOptions& decided);

}  // namespace sosi
