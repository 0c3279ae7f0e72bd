// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "sosi/model/model.hpp"
#include "sosi/core/progress.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {

/// What a round left in the history.
struct RoundSummary {
  Index n_centers;
  int n_changed;
  double mean_confidence;    ///< of the finite ones; a few enormous ones can rule it
  double median_confidence;  ///< may be infinite
  double seconds;
};

/// A fit between two rounds: going on from here gives the same bits.
struct FitState {
  std::string fingerprint;  ///< of samples, labels and options
  RoundState last;
  std::vector<RoundSummary> rounds;
};

/// How a run is carried out; nothing here changes a bit of its result.
struct Execution {
  int n_threads = 0;                      ///< 0: one per core
  std::optional<std::size_t> max_memory;  ///< bytes; a fit predicted to need more is refused
  ProgressCallback progress;
  std::stop_token stop;
  std::function<void(const FitState&)> checkpoint{};  ///< called after every round but the last
  std::shared_ptr<const FitState> resume{};           ///< where a fit of the same samples and options was
};

/// Samples to fit: one a row, with a label where one is known.
struct TrainingSet {
  Matrix samples;
  Labels labels;
  Matrix embedding;     ///< with `embedding = precomputed`: a row for every labeled row, in their order
  Indices row_numbers;  ///< what rows are called in messages; empty: 0, 1, …
};

struct StageTime {
  std::string stage;
  double seconds;
};

/// A run with settings of its own that had a vote where settings were left open.
struct CommitteeMember {
  EmbeddingMethod embedding = EmbeddingMethod::fisher;
  double scale = 0.0;  ///< times the median distance; the geometric mean where dimensions differ
  int n_scales = 1;    ///< that differ
  Selection selection = Selection::confidence;
  double quota_weight = 0.0;
  Labeler labeler = Labeler::map;
  /// Logarithm of the leave-one-out error of its labels; the difference of two of them is what counts.
  double inconsistency = 0.0;
  double weight = 0.0;  ///< of its vote; the sum of all is 1
};

/// Labels that were held back in turn, and how many of them the most consistent run found without them.
struct Trial {
  Index n_held_back = 0;
  Index n_found = 0;
};

struct FitReport {
  std::vector<std::string> decisions;      ///< what was left open and how it was decided, a sentence each
  std::vector<CommitteeMember> committee;  ///< the most consistent first
  Trial trial;                             ///< of the first of them
  double committee_work = 0.0;  ///< predicted time of its runs, times that of a fit by the paper's rules
  std::vector<RoundSummary> rounds;
  std::vector<StageTime> stages;
  double total_seconds = 0.0;
  std::size_t predicted_memory = 0;  ///< bytes
  std::string plan;                  ///< what was kept in memory, in words
};

struct FitResult {
  Model model;
  Prediction
      classification;  ///< of every row; given labels are kept, with infinite confidence, probability 1
  FitReport report;
};

/// Fits the whole method. The samples are taken over and normalized in place: move them in to save a copy.
FitResult fit(TrainingSet training, const FitOptions& options, const Execution& execution = {});

/// The embedding of the labeled samples alone, one row for every labeled row of the input.
Matrix embed_labeled(TrainingSet training, const FitOptions& options, const Execution& execution = {});

/// The scale criteria of round 0, and the error of its labels where the truth is known.
struct ScanResult {
  std::vector<ScalePoint> points;
  std::vector<double> errors;  ///< share of wrong labels among unlabeled rows per scale; empty without truth
};
/// `truth` holds a class per row, or is empty.
ScanResult scan(TrainingSet training, const ScaleValues& scales, const std::vector<int>& truth,
                const FitOptions& options, const Execution& execution = {});

}  // namespace sosi
