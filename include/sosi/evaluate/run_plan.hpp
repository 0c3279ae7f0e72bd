// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "sosi/evaluate/methods.hpp"

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

/// What came of a run.
struct FinishedRun {
  RunKey key;
  double error;             ///< share of wrong labels among the unlabeled rows
  double seconds;           ///< on one thread
  std::size_t peak_memory;  ///< bytes, of the process that ran it
  std::string settings;     ///< `name=value` separated by blanks
  std::string plan;         ///< fingerprint of the data, the split and the options
};

/// Runs, and the files that make them repeatable; without a file nothing is kept.
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

}  // namespace sosi
