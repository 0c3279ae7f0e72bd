// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kernel/sample_distances.hpp"
#include "sosi/fit/fit.hpp"

namespace sosi {

/// What settings are decided for: samples by position, the labeled ones first, then the unlabeled ones.
struct SettingsProblem {
  const Matrix* samples;  ///< all rows; a position's sample is row `rows[position]`
  std::span<const Index> rows;
  const SampleDistances* distances;                      ///< between positions
  std::span<const int> classes;                          ///< of the labeled samples
  double median_distance;                                ///< between labeled samples
  std::function<Matrix(const EmbeddingOptions&)> embed;  ///< coordinates of the labeled samples
};

/// What the rounds go by, as given or decided.
struct Settings {
  FitOptions options;
  Matrix embedding;                ///< of the labeled samples
  Labeler labeler = Labeler::map;  ///< who labels in the rounds
  Matrix guide;                    ///< what else is known about the unlabeled samples, where it is asked for
  std::vector<int> classes;        ///< of the unlabeled samples, where there was a vote on each
  Matrix probabilities;  ///< of the classes of the unlabeled samples, where there was a vote on each
  Matrix left_out;       ///< f of every sample if it were no center, where there was a vote on each
  std::vector<std::string> decisions;
  std::vector<CommitteeMember> committee;
  Trial trial;
};

/// The options that a plan must reckon with before anything is decided; there may be more scales.
FitOptions options_to_plan(const FitOptions& options, Index n_labeled, Index n_unlabeled);

/// Decides whatever is left open; `say` is told which share of that is done.
Settings decide_settings(const SettingsProblem& problem, const FitOptions& options, ThreadPool& threads,
                         const std::function<void(double)>& say);

}  // namespace sosi
