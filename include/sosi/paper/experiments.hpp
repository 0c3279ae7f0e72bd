// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "sosi/fit/fit.hpp"
#include "sosi/paper/paper_data.hpp"
#include "sosi/paper/reports.hpp"

namespace sosi {

/// What an experiment works on and how it is run.
struct ExperimentContext {
  PaperData data;
  Execution execution;
  /// Where the error experiments keep what is done, as NAME-runs.csv and NAME-splits.csv, and go on from it;
  /// empty: nothing is kept.
  std::filesystem::path runs_folder;
  int n_splits = 5;  ///< random choices of the labeled images, at least 1; as many as in the paper
};

/// One of the paper's figures, made again.
struct Experiment {
  std::string_view name;
  ExperimentReport (*run)(const ExperimentContext& context);
};

/// All experiments in the order of the paper.
std::span<const Experiment> experiments();

/// The experiment of that name; throws `InvalidInput`, listing all, when there is none.
const Experiment& experiment_named(std::string_view name);

}  // namespace sosi
