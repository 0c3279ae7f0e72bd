// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sosi/evaluate/figures.hpp"
#include "sosi/evaluate/run_plan.hpp"
#include "sosi/evaluate/statistics.hpp"
#include "sosi/evaluate/text_table.hpp"

namespace sosi {

/// The runs of all methods with all embeddings (where they use one), label counts and splits.
struct ComparisonOptions {
  std::vector<const Method*> methods;
  std::vector<std::optional<std::string>> embeddings;  ///< by name; none: decided by the fit
  std::vector<int> labeled_per_class;
  int repeats = 5;
};
std::vector<PlannedRun> all_combinations(const ComparisonOptions& comparison, const MethodOptions& options);

/// Throws `InvalidInput` for an option that was given another value than its default and that none of the
/// runs looks at.
void refuse_without_effect(std::span<const PlannedRun> runs, const MethodOptions& options);

/// The errors of a method with an embedding, by labels per class, in the order of the splits.
struct MethodErrors {
  std::string method;
  std::string embedding;
  std::map<int, std::vector<double>> errors;

  std::string title() const;
};

/// Runs brought together; methods in the order of their first run.
std::vector<MethodErrors> errors_by_method(std::span<const FinishedRun> runs);

/// Mean ± standard deviation in percent, a line a method, a column a label count. The best of a column is
/// marked, and those that a paired test over the splits (at 5 %) cannot tell from it.
TextTable error_table(std::span<const MethodErrors> methods);

/// How the label counts of an error figure are shown.
enum class LabelAxis { labeled_per_class, labeled_to_unlabeled };

/// Error curves with the deviations as bars, a panel an embedding; methods without one stand in all. The
/// ratio of labeled to unlabeled samples needs the number of samples a class has.
CurvesFigure error_figure(std::span<const MethodErrors> methods, double samples_per_class, LabelAxis axis);

}  // namespace sosi
