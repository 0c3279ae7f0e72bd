// SPDX-License-Identifier: BSD-3-Clause
#include "fit/probabilities.hpp"

#include <cmath>
#include <utility>

namespace sosi {

namespace {

// The class that a sample was given is made the likeliest: where another one is likelier, mixed with
// certainty until they are even.
void favor(std::span<const int> classes, Matrix& probabilities) {
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
double temperature_of_labels(const Untold& untold, const Model& model, ThreadPool& threads) {
  const Matrix by_class = nearest_by_class(untold.left_out, model.embedding, model.labels, threads);
  std::vector<int> classes;
  for (const Index i : untold.labeled) classes.push_back(model.labels[i]);
  return fit_temperature(by_class,
                         with_doubt(certain(classes, by_class.cols()), doubt_after(by_class.rows())));
}

}  // namespace

double expected_after(const Trial& trial, double expected_error, Index n_labeled, Index n_classes) {
  // What was expected counts as if so many labels more had been tried.
  constexpr double kPrior = 10.0;
  // Classes had a label less in the trial, and errors are about as the inverse of their number.
  const double for_fewer = 1.0 - static_cast<double>(n_classes) / static_cast<double>(n_labeled);
  const auto missed = static_cast<double>(trial.n_held_back - trial.n_found);
  return (for_fewer * missed + kPrior * expected_error) / (static_cast<double>(trial.n_held_back) + kPrior);
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

Assessment assess(const Settings& settings, ProgressiveResult& rounds, const Model& model,
                  ThreadPool& threads) {
  Classification last = std::move(rounds.last.classification);
  const auto n = static_cast<Index>(last.classes.size());
  const Index n_labeled = std::ssize(model.labels);
  const Index n_classes = std::ssize(model.classes);
  // Votes and the trial are about maps through all samples that were voted on.
  const bool lacks_centers = !settings.classes.empty() && std::ssize(rounds.centers) < n_labeled + n;
  const bool had_votes = !settings.classes.empty() && !lacks_centers;
  Assessment assessment;
  Matrix probabilities;  // of the unlabeled samples
  if (had_votes) {
    probabilities = with_doubt(settings.probabilities, doubt_after(n_labeled));
  } else {
    assessment.temperature = temperature_of_labels(rounds.untold, model, threads);
    probabilities = class_probabilities(
        nearest_by_class(rounds.untold.before.bottomRows(n), model.embedding, model.labels, threads),
        {assessment.temperature});
  }
  favor(last.classes, probabilities);
  double temper = 1.0;
  if (settings.trial.n_held_back > 0 && !lacks_centers) {
    const double expected = mean_error(probabilities, last.classes);
    temper = tempering(probabilities, last.classes,
                       expected_after(settings.trial, expected, n_labeled, n_classes));
    probabilities = tempered(probabilities, temper);
  }
  if (had_votes) {
    const Matrix left_out = nearest_by_class(settings.left_out, model.embedding, model.labels, threads);
    Matrix targets(n_labeled + n, n_classes);
    targets << tempered(with_doubt(certain(model.labels, n_classes), doubt_after(n_labeled)), temper),
        probabilities;
    assessment.temperature = fit_temperature(left_out, targets);
  } else {
    assessment.temperature *= temper;
  }
  std::vector<double> probability(n);
  for (Index u = 0; u < n; ++u) probability[u] = probabilities(u, last.classes[u]);
  assessment.unlabeled = {std::move(last), std::move(probability), std::vector<bool>(n, false)};
  return assessment;
}

}  // namespace sosi
