// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "sosi/evaluate/methods.hpp"
#include "sosi/evaluate/statistics.hpp"
#include "sosi/evaluate/text_table.hpp"

namespace sosi {

/// Which of the runs of a comparison.
struct RunKey {
  std::string method;
  std::string embedding;  ///< empty for a method that uses none
  int labeled_per_class;
  int split;

  auto operator<=>(const RunKey&) const = default;
};

/// A method to be run on a split.
struct PlannedRun {
  const Method* method;
  int labeled_per_class;
  int split;  ///< from 0
  MethodOptions options;

  RunKey key() const;
};

struct FinishedRun {
  RunKey key;
  double error;             ///< share of wrong labels among the unlabeled rows
  double seconds;           ///< on one thread
  std::size_t peak_memory;  ///< bytes, of the process that ran it
  std::string settings;     ///< `name=value` separated by blanks
  std::string plan;         ///< fingerprint of the data, the split and the options
};

/// Runs, and the files that make them repeatable.
struct RunPlan {
  std::vector<PlannedRun> runs;
  std::uint64_t seed = 0;             ///< of the splits
  std::filesystem::path runs_file;    ///< CSV, a line a run; runs found there are not done again
  std::filesystem::path splits_file;  ///< CSV, a line a labeled row; splits found there are used
};

/// Does what is left of a plan, each run on one thread in a process of its own, as many at a time as there
/// are threads; the runs in the order of the plan. `known` has the true labels. A run is taken from the file
/// when the program's version, data, split and options are those it was made with.
std::vector<FinishedRun> run_plan(const TrainingSet& known, const RunPlan& plan, const Execution& execution);

/// The runs of all methods with all embeddings (where they use one), label counts and splits.
struct ComparisonOptions {
  std::vector<const Method*> methods;
  std::vector<std::optional<EmbeddingMethod>> embeddings;
  std::vector<int> labeled_per_class;
  int repeats = 5;
};
std::vector<PlannedRun> all_combinations(const ComparisonOptions& comparison, const MethodOptions& options);

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

/// How the label counts of an error picture are shown.
enum class LabelAxis { labeled_per_class, labeled_to_unlabeled };

/// Draws error curves with the deviations as bars, a panel an embedding; methods without one stand in all.
/// The ratio of labeled to unlabeled samples needs the number of samples a class has.
void draw_errors(const std::filesystem::path& base, std::span<const MethodErrors> methods,
                 double samples_per_class, LabelAxis axis);

}  // namespace sosi
