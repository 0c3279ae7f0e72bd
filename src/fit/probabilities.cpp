// SPDX-License-Identifier: BSD-3-Clause
#include "fit/probabilities.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/beta_distribution.hpp"
#include "sosi/classify/nearest_embedding.hpp"

namespace sosi {

namespace {

// The class that a sample was given is made as probable as any: where another one is more so, mixed with
// certainty until they are even.
void raise_own_class(std::span<const int> classes, Matrix& probabilities) {
  for (Index u = 0; u < probabilities.rows(); ++u) {
    const double behind = probabilities.row(u).maxCoeff() - probabilities(u, classes[u]);
    if (!(behind > 0.0)) continue;
    probabilities(u, classes[u]) += behind;
    probabilities.row(u) /= 1.0 + behind;
  }
}

// Of classes that are even, the one that a sample was given becomes the largest, by the least that there is.
void break_ties(std::span<const int> classes, Matrix& probabilities) {
  for (Index u = 0; u < probabilities.rows(); ++u) {
    const double own = probabilities(u, classes[u]);
    probabilities(u, classes[u]) = -1.0;
    const double other = probabilities.row(u).maxCoeff();
    probabilities(u, classes[u]) = own > other ? own : std::nextafter(other, 2.0);
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

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f %%", 100.0 * share);
  return text;
}

// Which share of the unlabeled samples would have to change its class for their proportions to be those of
// the labeled ones: the total variation distance.
double moved_share(const SampleSet& samples, const Matrix& probabilities) {
  Vector excess = Vector::Zero(samples.n_classes());
  for (const int label : samples.classes()) excess(label) -= 1.0 / static_cast<double>(samples.n_labeled());
  for (const Position position : samples.unlabeled()) {
    Index found = 0;
    probabilities.row(position).maxCoeff(&found);
    excess(found) += 1.0 / static_cast<double>(samples.n_unlabeled());
  }
  return 0.5 * excess.cwiseAbs().sum();
}

// The share of wrong labels if a run is right, with the doubt that probabilities have.
double error_if_right(const SearchRun& run, Index n_labeled, Index n_classes) {
  const double doubt = doubt_after(n_labeled);
  return (1.0 - doubt) * run.disagreement + doubt * (1.0 - 1.0 / static_cast<double>(n_classes));
}

double error_by(std::span<const SearchRun> runs, Index n_labeled, Index n_classes) {
  double sum = 0.0;
  for (const SearchRun& run : runs) sum += run.doubt_weight * error_if_right(run, n_labeled, n_classes);
  return sum;
}

// Samples that are not centers are what new ones are.
void judge_by_map(const Evidence& evidence, const RoundsResult& rounds, Assessment& assessment,
                  ThreadPool& threads) {
  std::vector<bool> is_center(evidence.samples->size(), false);
  for (const Position center : rounds.centers) is_center[center] = true;
  Indices others;
  for (Index i = 0; i < evidence.samples->size(); ++i) {
    if (!is_center[i]) others.push_back(i);
  }
  if (others.empty()) return;
  const Matrix embedded = rounds.last.embedded(others, Eigen::all);
  assessment.probabilities(others, Eigen::all) = class_probabilities(
      nearest_by_class(embedded, *evidence.embedding, evidence.samples->classes(), threads),
      {assessment.temperature});
}

}  // namespace

double expected_after(const HoldOutTrial& trial, double expected_error, Index n_labeled, Index n_classes) {
  // What was expected counts as if so many labels more had been tried.
  constexpr double kPrior = 10.0;
  // Classes had a label less in the trial, and errors are about as the inverse of their number.
  const double for_fewer = 1.0 - static_cast<double>(n_classes) / static_cast<double>(n_labeled);
  const auto missed = static_cast<double>(trial.n_held_out - trial.n_found);
  const double n_wrong = for_fewer * missed + kPrior * expected_error;
  return n_wrong / (static_cast<double>(trial.n_held_out) + kPrior);
}

ErrorInterval error_interval(double expected_error, Index n_held_out, Index n_judged) {
  constexpr double kOutside = 0.05;  // on either side
  // How many labels tell as much as a trial and what was expected do: held-out labels are of few samples, and
  // errors come together.
  constexpr double kPerLabel = 0.4;
  constexpr double kPrior = 5.0;
  constexpr double kLeast = 1e-6;  // the distribution needs two positive numbers
  const double mean = std::clamp(expected_error, kLeast, 1.0 - kLeast);
  const double n = kPerLabel * (static_cast<double>(n_held_out) + kPrior);
  const auto error_at = [&](double share) {
    constexpr int kHalvings = 40;
    double low = 0.0;
    double high = 1.0;
    for (int step = 0; step < kHalvings; ++step) {
      const double middle = 0.5 * (low + high);
      (incomplete_beta(n * mean, n * (1.0 - mean), middle) < share ? low : high) = middle;
    }
    return 0.5 * (low + high);
  };
  const auto all = static_cast<double>(n_judged);
  return {std::floor(all * std::min(expected_error, error_at(kOutside))) / all,
          std::ceil(all * std::max(expected_error, error_at(1.0 - kOutside))) / all};
}

std::string caution_about(const Assessment& assessment, const Evidence& evidence) {
  constexpr double kWide = 0.3;
  constexpr double kFarProportions = 0.15;
  const std::optional<ErrorInterval>& interval = assessment.error_interval;
  if (!interval || interval->high - interval->low < kWide) return {};
  std::string sentence = "warning: the error is hardly known, it may be " + percent(interval->low) + " to " +
                         percent(interval->high);
  if (evidence.trial.n_held_out > 0) {
    sentence += "; only " + std::to_string(evidence.trial.n_held_out) + " labels could be held out";
  }
  double disagreement = 0.0;
  for (const SearchRun& run : evidence.runs) disagreement += run.doubt_weight * run.disagreement;
  if (disagreement > 0.0) sentence += "; candidates disagree on " + percent(disagreement) + " of the samples";
  const double moved = moved_share(*evidence.samples, assessment.probabilities);
  if (moved > kFarProportions) {
    sentence +=
        "; the classes are not as frequent as among the given labels, " + percent(moved) +
        " of the samples make the difference: if you know how frequent they are, set class_proportions";
  }
  return sentence;
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
  Assessment assessment{certain(rounds.last.classification.classes, n_classes), Calibration{}.temperature};
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
  if (has_vote || (evidence.trial.n_held_out > 0 && !lacks_centers)) {
    const double expected =
        has_vote ? error_by(evidence.runs, n_labeled, n_classes) : mean_error(probabilities, last);
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
  break_ties(last, probabilities);
  assessment.probabilities.bottomRows(n) = probabilities;
  judge_by_map(evidence, rounds, assessment, threads);
  if (n > 0) {
    assessment.error_interval = error_interval(mean_error(assessment.probabilities.bottomRows(n), last),
                                               lacks_centers ? 0 : evidence.trial.n_held_out, n);
  }
  return assessment;
}

}  // namespace sosi
