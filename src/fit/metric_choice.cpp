// SPDX-License-Identifier: BSD-3-Clause
#include "fit/metric_choice.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sosi/classify/nearest_embedding.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/fit/fit.hpp"

namespace sosi {

namespace {

constexpr double kPowers[] = {0.5, 1.0};
constexpr std::size_t kTrialFolds = 4;
constexpr Index kFewestHeldOut = 10;
constexpr Index kTrialSamples = 1000;  // a trial takes the cube of this

// The labeled rows in folds, class by class; a class with one label keeps it.
std::vector<Indices> trial_folds(const Labels& labels) {
  std::vector<Indices> members(labels.classes.size());
  for (const Index row : labeled_rows(labels.values)) members[labels.values[row]].push_back(row);
  std::vector<Indices> folds(kTrialFolds);
  std::size_t n = 0;
  for (const Indices& of_class : members) {
    if (of_class.size() < 2) continue;
    for (const Index row : of_class) folds[n++ % kTrialFolds].push_back(row);
  }
  return folds;
}

// The labeled rows and unlabeled ones, spread evenly.
Indices trial_rows(const Labels& labels) {
  Indices rows = labeled_rows(labels.values);
  Indices others;
  for (Index row = 0; row < std::ssize(labels.values); ++row) {
    if (labels.values[row] == kUnlabeled) others.push_back(row);
  }
  const Index n_others = std::clamp<Index>(kTrialSamples - std::ssize(rows), 0, std::ssize(others));
  for (Index i = 0; i < n_others; ++i) rows.push_back(others[i * std::ssize(others) / n_others]);
  return rows;
}

// Labels without those of a fold.
Labels without(const Labels& labels, const Indices& fold) {
  Labels left = labels;
  for (const Index row : fold) left.values[row] = kUnlabeled;
  return left;
}

// How many labels of a fold are found with a metric only, and how many without one only.
struct Comparison {
  Index n_won = 0;
  Index n_lost = 0;

  // More than chance would explain once in six times.
  bool is_better() const { return difference() > std::sqrt(static_cast<double>(n_won + n_lost)); }
  bool is_worse() const { return -difference() > std::sqrt(static_cast<double>(n_won + n_lost)); }
  double difference() const { return static_cast<double>(n_won - n_lost); }

  void add(const std::vector<bool>& with, const std::vector<bool>& without) {
    for (std::size_t i = 0; i < with.size(); ++i) {
      n_won += static_cast<Index>(with[i] && !without[i]);
      n_lost += static_cast<Index>(without[i] && !with[i]);
    }
  }
};

class MetricTrial {
 public:
  MetricTrial(const TrainingSet& training, const FitOptions& options, const Execution& execution)
      : training_(training),
        options_(options),
        execution_(execution),
        threads_(execution.n_threads, execution.stop),
        rows_(trial_rows(training.labels)) {
    execution_.progress = {};
  }

  // Whether the nearest labeled sample has the label of a row of the fold.
  std::vector<bool> found_by_nearest(const Indices& fold, double power) {
    const Labels left = without(training_.labels, fold);
    const Indices kept = labeled_rows(left.values);
    std::vector<int> classes;
    for (const Index row : kept) classes.push_back(left.values[row]);
    Matrix samples = training_.samples(kept, Eigen::all);
    Matrix held_out = training_.samples(fold, Eigen::all);
    const Metric metric = learn_metric(samples, classes, power);
    metric.apply(samples);
    metric.apply(held_out);
    return are_right(classify_nearest(held_out, samples, classes, threads_).classes, fold);
  }

  // Whether a quick fit finds the labels of the fold.
  std::vector<bool> found_by_fit(const Indices& fold, double power) {
    const Labels left = without(training_.labels, fold);
    TrainingSet part;
    part.samples = training_.samples(rows_, Eigen::all);
    part.labels.classes = left.classes;
    for (const Index row : rows_) part.labels.values.push_back(left.values[row]);
    const auto n_left = static_cast<int>(labeled_rows(part.labels.values).size());
    FitOptions quick = options_;
    quick.normalize = NormalizationKind::none;
    quick.metric = power > 0.0 ? MetricKind::within : MetricKind::none;
    quick.metric_power = power;
    quick.effort = Effort::quick;
    if (quick.n_components) quick.n_components = std::min(*quick.n_components, n_left - 1);
    std::vector<int> found;
    try {
      const FitResult result = fit(std::move(part), quick, execution_);
      for (const Index row : fold) {
        const auto place = std::ranges::find(rows_, row) - rows_.begin();
        found.push_back(result.prediction.classes[static_cast<std::size_t>(place)]);
      }
    } catch (const InvalidInput&) {
      found.assign(fold.size(), kUnlabeled);
    } catch (const NumericalError&) {
      found.assign(fold.size(), kUnlabeled);
    }
    return are_right(found, fold);
  }

 private:
  std::vector<bool> are_right(const std::vector<int>& found, const Indices& fold) const {
    std::vector<bool> right;
    for (std::size_t i = 0; i < fold.size(); ++i)
      right.push_back(found[i] == training_.labels.values[fold[i]]);
    return right;
  }

  const TrainingSet& training_;
  const FitOptions& options_;
  Execution execution_;
  ThreadPool threads_;
  Indices rows_;
};

std::string found_text(const char* metric, Index n_found) {
  return std::string(metric) + " finds " + std::to_string(n_found);
}

}  // namespace

// Two steps, the cheap one first: most data never need the fits.
MetricDecision choose_metric(const TrainingSet& normalized, const FitOptions& options,
                             const Execution& execution, const std::function<void(double)>& progress) {
  const std::vector<Indices> folds = trial_folds(normalized.labels);
  Index n_held_out = 0;
  for (const Indices& fold : folds) n_held_out += std::ssize(fold);
  if (n_held_out < kFewestHeldOut) return {0.0, "metric: none, as there are too few labels to choose one by"};
  MetricTrial trial(normalized, options, execution);
  struct Candidate {
    double power;
    Comparison nearest;
    Comparison fits;
  };
  std::vector<Candidate> candidates;
  for (const double power : kPowers) candidates.push_back({power, {}, {}});
  for (const Indices& fold : folds) {
    const std::vector<bool> plain = trial.found_by_nearest(fold, 0.0);
    for (Candidate& one : candidates) one.nearest.add(trial.found_by_nearest(fold, one.power), plain);
  }
  std::erase_if(candidates, [](const Candidate& one) { return one.nearest.difference() <= 0.0; });
  if (candidates.empty()) {
    return {0.0, "metric: none, as nearest labeled samples find no more held-out labels by another one"};
  }
  Index n_found = 0;
  for (std::size_t f = 0; f < folds.size() && !candidates.empty(); ++f) {
    progress(static_cast<double>(f) / static_cast<double>(folds.size()));
    const std::vector<bool> plain = trial.found_by_fit(folds[f], 0.0);
    n_found += std::ranges::count(plain, true);
    for (Candidate& one : candidates) one.fits.add(trial.found_by_fit(folds[f], one.power), plain);
    std::erase_if(candidates, [](const Candidate& one) { return one.fits.is_worse(); });
  }
  std::erase_if(candidates, [](const Candidate& one) { return !one.fits.is_better(); });
  if (candidates.empty())
    return {0.0, "metric: none, as no other one finds significantly more held-out labels"};
  const auto best =
      std::ranges::max_element(candidates, {}, [](const Candidate& one) { return one.fits.difference(); });
  return {best->power, "metric: within, with power " + OptionText<double>::format(best->power) + ": " +
                           found_text("it", n_found + best->fits.n_won - best->fits.n_lost) + " of " +
                           std::to_string(n_held_out) + " held-out labels, " + found_text("none", n_found)};
}

}  // namespace sosi
