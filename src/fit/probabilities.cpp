// SPDX-License-Identifier: BSD-3-Clause
#include "fit/probabilities.hpp"

#include <cmath>

#include "sosi/classify/nearest_embedding.hpp"

namespace sosi {

namespace {

// The class that a sample was given is made the most probable: where another one is, mixed with certainty
// until they are even.
void raise_own_class(std::span<const int> classes, Matrix& probabilities) {
  for (Index u = 0; u < probabilities.rows(); ++u) {
    const double behind = probabilities.row(u).maxCoeff() - probabilities(u, classes[u]);
    if (!(behind > 0.0)) continue;
    probabilities(u, classes[u]) += behind;
    probabilities.row(u) /= 1.0 + behind;
  }
}

Matrix tempered(const Matrix& probabilities, double temperature) {
  Matrix powers = probabilities.array().colwise() / probabilities.rowwise().maxCoeff().array();
  powers = powers.array().pow(1.0 / temperature);
  powers.array().colwise() /= powers.rowwise().sum().array().eval();
  return powers;
}

double mean_error(const Matrix& probabilities, std::span<const int> classes) {
  double sum = 0.0;
  for (Index u = 0; u < probabilities.rows(); ++u) sum += 1.0 - probabilities(u, classes[u]);
  return probabilities.rows() > 0 ? sum / static_cast<double>(probabilities.rows()) : 0.0;
}

Matrix certain(std::span<const int> classes, Index n_classes) {
  Matrix probabilities = Matrix::Zero(std::ssize(classes), n_classes);
  for (Index i = 0; i < probabilities.rows(); ++i) probabilities(i, classes[i]) = 1.0;
  return probabilities;
}

// Of some labeled samples, each seen from a map without it.
double temperature_of_labels(const HeldOutValues& held_out, const Evidence& evidence, ThreadPool& threads) {
  const std::span<const int> labels = evidence.samples->classes();
  const Matrix by_class = nearest_by_class(held_out.left_out, *evidence.embedding, labels, threads);
  std::vector<int> classes;
  for (const Index i : held_out.labeled) classes.push_back(labels[i]);
  return fit_temperature(by_class,
                         with_doubt(certain(classes, by_class.cols()), doubt_after(by_class.rows())));
}

}  // namespace

double expected_after(const HoldOutTrial& trial, double expected_error, Index n_labeled, Index n_classes) {
  // What was expected counts as if so many labels more had been tried.
  constexpr double kPrior = 10.0;
  // Classes had a label less in the trial, and errors are about as the inverse of their number.
  const double for_fewer = 1.0 - static_cast<double>(n_classes) / static_cast<double>(n_labeled);
  const auto missed = static_cast<double>(trial.n_held_out - trial.n_found);
  return (for_fewer * missed + kPrior * expected_error) / (static_cast<double>(trial.n_held_out) + kPrior);
}

double tempering(const Matrix& probabilities, std::span<const int> classes, double expected_error) {
  constexpr double kRange = 1 << 20;
  constexpr int kHalvings = 40;
  double low = -std::log(kRange);
  double high = -low;
  for (int step = 0; step < kHalvings; ++step) {
    const double middle = 0.5 * (low + high);
    const bool is_too_sure = mean_error(tempered(probabilities, std::exp(middle)), classes) < expected_error;
    (is_too_sure ? low : high) = middle;
  }
  return std::exp(0.5 * (low + high));
}

Assessment assess(const Evidence& evidence, const RoundsResult& rounds, ThreadPool& threads) {
  const SampleSet& samples = *evidence.samples;
  const Index n_labeled = samples.n_labeled();
  const Index n = samples.n_unlabeled();
  const Index n_classes = samples.n_classes();
  const std::span<const int> labels = samples.classes();
  const std::span<const int> last = std::span(rounds.last.classification.classes).subspan(n_labeled);
  // Votes and the trial are about maps through all samples that were voted on.
  const bool lacks_centers = evidence.vote != nullptr && std::ssize(rounds.centers) < samples.size();
  const bool has_vote = evidence.vote != nullptr && !lacks_centers;
  Assessment assessment{{}, Calibration{}.temperature};
  Matrix probabilities;  // of the unlabeled samples
  if (has_vote) {
    probabilities = with_doubt(evidence.vote->probabilities, doubt_after(n_labeled));
  } else {
    assessment.temperature = temperature_of_labels(rounds.held_out, evidence, threads);
    probabilities = class_probabilities(
        nearest_by_class(rounds.held_out.before.bottomRows(n), *evidence.embedding, labels, threads),
        {assessment.temperature});
  }
  raise_own_class(last, probabilities);
  double temper = 1.0;
  if (evidence.trial.n_held_out > 0 && !lacks_centers) {
    const double expected = mean_error(probabilities, last);
    temper = tempering(probabilities, last, expected_after(evidence.trial, expected, n_labeled, n_classes));
    probabilities = tempered(probabilities, temper);
  }
  if (has_vote) {
    const Matrix left_out = nearest_by_class(evidence.vote->left_out, *evidence.embedding, labels, threads);
    Matrix targets(samples.size(), n_classes);
    targets << tempered(with_doubt(certain(labels, n_classes), doubt_after(n_labeled)), temper),
        probabilities;
    assessment.temperature = fit_temperature(left_out, targets);
  } else {
    assessment.temperature *= temper;
  }
  for (Index u = 0; u < n; ++u) assessment.probability.push_back(probabilities(u, last[u]));
  return assessment;
}

}  // namespace sosi
