// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "rounds/loop.hpp"
#include "fit/settings.hpp"

namespace sosi {

/// How sure the labels of a fit are.
struct Assessment {
  Prediction unlabeled;  ///< the last round's labels with their probabilities
  double temperature;    ///< for new samples
};

/// Probabilities are shares of the votes; without a vote on every sample, or where some are no centers, what
/// the map said of it before it was told, as a center is always met. A trial makes them larger or smaller,
/// until they expect as many errors as it has seen. The temperature is learned from all samples where each
/// had a vote, by what the map says of it when it is left out, against its probabilities; else from the
/// labeled samples. Takes the last round's labels away.
Assessment assess(const Settings& settings, ProgressiveResult& rounds, const Model& model,
                  ThreadPool& threads);

/// The share of wrong labels to expect after a trial, when so many were expected before it.
double expected_after(const Trial& trial, double expected_error, Index n_labeled, Index n_classes);

/// The exponent's denominator T with which p^(1/T), rows scaled to 1, expects this share of errors, where
/// each row's largest entry is that of its class.
double tempering(const Matrix& probabilities, std::span<const int> classes, double expected_error);

}  // namespace sosi
