// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "data/sample_set.hpp"
#include "rounds/loop.hpp"
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
};

/// How sure the labels of a fit are.
struct Assessment {
  std::vector<double> probability;  ///< of the last round's label of every unlabeled sample, in their order
  double temperature;               ///< for new samples
};

/// Probabilities are shares of the votes; without a vote on every sample, or where some are not centers, what
/// the map said of a sample before it became a center, as a center always has its target. A hold-out trial
/// tempers them until they expect as many errors as it has seen. The temperature is learned from all samples
/// where each had a vote, by what the map says of it when it is left out, against its probabilities; else
/// from the labeled samples.
Assessment assess(const Evidence& evidence, const RoundsResult& rounds, ThreadPool& threads);

/// The share of wrong labels to expect after a trial, when so many were expected before it.
double expected_after(const HoldOutTrial& trial, double expected_error, Index n_labeled, Index n_classes);

/// The exponent's denominator T with which p^(1/T), rows scaled to 1, expects this share of errors, where
/// each row's largest entry is that of its class.
double tempering(const Matrix& probabilities, std::span<const int> classes, double expected_error);

}  // namespace sosi
