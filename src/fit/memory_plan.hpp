// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "fit/decide.hpp"
#include "rounds/growth_plan.hpp"

namespace sosi {

/// What the memory of a fit depends on, beside its options.
struct FitSize {
  Index n_rows;       ///< of the input
  Index n_labeled;    ///< distinct
  Index n_unlabeled;  ///< distinct
  Index n_features;
  Index n_components;

  Index n_samples() const { return n_labeled + n_unlabeled; }
};

/// How a fit will be done, and what it takes.
struct FitPlan {
  GrowthPlan growth;
  std::string words;         ///< for a report
  std::size_t memory;        ///< bytes at the peak, from what the stages say they take
  std::size_t allowed;       ///< bytes
  std::vector<double> work;  ///< operations of every round
  int n_kernels;             ///< scales that differ
  double search_work = 0.0;  ///< predicted time of its runs, relative to one fit with ten rounds
};

/// How many samples take part in a fit: see `decide_samples`. Where `max_centers` is left open, they are as
/// many as memory allows; the labeled ones always do.
Index plan_samples(const FitSize& size, const FitOptions& given, std::optional<std::size_t> max_memory,
                   const KernelBackend& backend);

/// The fastest plan that needs no more memory than is allowed; `MemoryRefused` says what would fit when there
/// is none. `max_memory` is in bytes; without it, what the machine has left is allowed.
FitPlan plan_fit(const FitSize& size, const FitOptions& given, std::optional<std::size_t> max_memory,
                 const KernelBackend& backend);

/// Counted operations of a hyperparameter search, in multiply-adds or what takes as long.
double search_operations(const FitSize& size, const FitOptions& given, const SearchSpace& space,
                         const KernelBackend& backend);

/// The plan when everything is decided, with the distances that are kept already: several scales may have
/// been planned for where there is one. Its memory is that of the search before it, too.
FitPlan with_decided(const FitPlan& plan, const FitSize& size, const FitOptions& given,
                     const FitOptions& decided, const KernelBackend& backend);

}  // namespace sosi
