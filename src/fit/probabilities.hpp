// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string>

#include "data/sample_set.hpp"
#include "rounds/loop.hpp"
#include "sosi/fit/report.hpp"
#include "sosi/model/calibration.hpp"
#include "sosi/tune/search_run.hpp"
#include "tune/vote.hpp"

namespace sosi {

/// What the labels of a fit are judged by.
struct Evidence {
  const SampleSet* samples;
  const Matrix* embedding;     ///< of the labeled samples
  const Vote* vote = nullptr;  ///< on every unlabeled sample, where there was one
  HoldOutTrial trial;
  std::span<const SearchRun> runs = {};  ///< of the search, where there was one
};

/// How sure the labels of a fit are.
struct Assessment {
  Matrix probabilities;  ///< of every class, by position; the last round's label has the largest of its row
  double temperature;    ///< for new samples
  std::optional<ErrorInterval> error_interval = {};
};

/// Probabilities are shares of the votes; without a vote on every sample, or where some are not centers, what
/// the map said of a sample before it became a center, as a center always has its target. They are tempered
/// until they expect as many errors as the runs that voted disagree about, and a hold-out trial has seen. The
/// temperature is learned from all samples where each had a vote, by what the map says of it when it is left
/// out, against its probabilities; else from the labeled samples. Labeled samples are certain; samples that
/// are not centers are judged by the map, as new ones are.
Assessment assess(const Evidence& evidence, const RoundsResult& rounds, ThreadPool& threads);

/// A sentence for the report where the error is hardly known: its interval is wide. Else empty.
std::string caution_about(const Assessment& assessment, const Evidence& evidence);

/// The share of wrong labels to expect after a trial, when so many were expected before it.
double expected_after(const HoldOutTrial& trial, double expected_error, Index n_labeled, Index n_classes);

/// Where the share of wrong labels among `n_judged` is with a probability of 0.9, when so many are expected
/// and so many labels were held out: quantiles of a Beta distribution with that mean, as whole labels. Its
/// width was fitted to the errors of fits (docs/algorithm.md, section 9).
ErrorInterval error_interval(double expected_error, Index n_held_out, Index n_judged);

/// The exponent's denominator T with which p^(1/T), rows scaled to 1, expects this share of errors, where
/// each row's largest entry is that of its class.
double tempering(const Matrix& probabilities, std::span<const int> classes, double expected_error);

}  // namespace sosi
