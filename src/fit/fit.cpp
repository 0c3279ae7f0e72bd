// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/fit/fit.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>

#include "fit/probabilities.hpp"
#include "fit/checkpoint.hpp"
#include "fit/memory_plan.hpp"
#include "rounds/loop.hpp"
#include "fit/settings.hpp"
#include "fit/support.hpp"
#include "linalg/lapack.hpp"
#include "kernel/kernel_system.hpp"
#include "sosi/core/errors.hpp"
#include "core/median.hpp"
#include "sosi/data/samples.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

using Clock = std::chrono::steady_clock;

// Times the stages and asks the caller whether to go on.
class Stages {
 public:
  explicit Stages(const Execution& execution) : execution_(execution) {}

  void begin(const std::string& stage, double fraction) {
    end();
    current_ = stage;
    start_ = Clock::now();
    say({.stage = current_, .fraction = fraction});
  }

  void end() {
    if (current_.empty()) return;
    times_.push_back({current_, std::chrono::duration<double>(Clock::now() - start_).count()});
    current_.clear();
  }

  void say(const Progress& progress) const {
    if (execution_.progress && !execution_.progress(progress)) throw Cancelled();
  }

  double total() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  std::vector<StageTime> take_times() { return std::move(times_); }

 private:
  const Execution& execution_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point start_ = begin_;
  std::string current_;
  std::vector<StageTime> times_;
};

// The input, checked and normalized, and which rows are what.
struct Prepared {
  Normalization normalization;
  Partition partition;
  std::vector<int> classes;  // of the distinct labeled samples
  int n_components;
};

int resolve_components(const TrainingSet& training, const EmbeddingOptions& options,
                       const Partition& partition) {
  if (options.embedding == EmbeddingMethod::precomputed) return static_cast<int>(training.embedding.cols());
  return options.n_components.value_or(
      default_components(static_cast<int>(training.labels.classes.size()), std::ssize(partition.labeled)));
}

void check_precomputed(const TrainingSet& training, const EmbeddingOptions& options) {
  if (options.embedding != EmbeddingMethod::precomputed) return;
  const auto n = std::ranges::count_if(training.labels.values, [](int label) { return label != kUnlabeled; });
  if (training.embedding.rows() != n || training.embedding.cols() == 0) {
    throw InvalidInput("the precomputed embedding is " + std::to_string(training.embedding.rows()) + " x " +
                       std::to_string(training.embedding.cols()) + ": must have a row for each of the " +
                       std::to_string(n) + " labeled samples");
  }
  if (options.n_components && *options.n_components != training.embedding.cols()) {
    throw InvalidInput("n_components = " + std::to_string(*options.n_components) +
                       ": must be that of the precomputed embedding, " +
                       std::to_string(training.embedding.cols()));
  }
  check_samples(training.embedding);
}

Prepared prepare(TrainingSet& training, const FitOptions& options) {
  validate(options);
  check_samples(training.samples, training.row_numbers);
  Prepared prepared;
  prepared.normalization = learn_normalization(training.samples, options.normalize);
  prepared.normalization.apply(training.samples);
  prepared.partition = partition_rows(training.samples, training.labels, training.row_numbers);
  check_precomputed(training, options.embedding);
  for (const Index row : prepared.partition.labeled) prepared.classes.push_back(training.labels.values[row]);
  prepared.n_components = resolve_components(training, options.embedding, prepared.partition);
  return prepared;
}

FitSize size_of(const TrainingSet& training, const Prepared& prepared, Index n_unlabeled,
                const ThreadPool& threads) {
  return {training.samples.rows(),
          std::ssize(prepared.partition.labeled),
          n_unlabeled,
          training.samples.cols(),
          prepared.n_components,
          threads.size()};
}

// A look at the labeled samples alone takes no more than round 0 of a fit without others.
void check_study_memory(const TrainingSet& training, const Prepared& prepared, const FitOptions& options,
                        const Execution& execution, const ThreadPool& threads) {
  FitOptions first_round = options;
  first_round.progressive.rounds = 1;
  first_round.progressive.max_centers.reset();
  plan_fit(size_of(training, prepared, 0, threads), first_round, execution);
}

// The coordinates of the distinct labeled samples.
Matrix labeled_coordinates(const TrainingSet& training, const Prepared& prepared, const MatrixView& distances,
                           const EmbeddingOptions& options) {
  if (options.embedding != EmbeddingMethod::precomputed)
    return embed(distances, prepared.classes, options).coordinates;
  Matrix coordinates(prepared.partition.labeled.size(), training.embedding.cols());
  Index given = 0;  // rows of the precomputed embedding count labeled rows, copies included
  Index distinct = 0;
  for (const Index row : labeled_rows(training.labels.values)) {
    if (distinct < coordinates.rows() && prepared.partition.labeled[distinct] == row) {
      coordinates.row(distinct++) = training.embedding.row(given);
    }
    ++given;
  }
  return coordinates;
}

// The median distance between labeled samples, the unit of the scales.
double scale_unit(const MatrixView& labeled_distances) {
  const DistanceMedians medians = median_distances(labeled_distances);
  if (!std::isnormal(medians.squared_distance)) {
    throw InvalidInput(
        "the labeled samples lie too close together for double precision: the median of their squared "
        "distances is " +
        OptionText<double>::format(medians.squared_distance) + "; rescale them");
  }
  return medians.distance;
}

double mean_finite(const std::vector<double>& values) {
  double sum = 0.0;
  Index n = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    sum += value;
    ++n;
  }
  return n > 0 ? sum / static_cast<double>(n) : 0.0;
}

RoundSummary summarize(const Round& round, Index n_labeled) {
  std::vector<double> confidence = round.classification.confidence;
  return {n_labeled + std::ssize(round.centers), round.n_changed,
          mean_finite(round.classification.confidence), median(confidence), round.seconds};
}

constexpr double kBeforeDecisions = 0.02;  // of a fit

Progress decisions_progress(const Stages& stages, double end, double share) {
  return {.stage = "decisions",
          .fraction = kBeforeDecisions + (end - kBeforeDecisions) * share,
          .seconds_left = stages.total() * (1.0 - share) / share};
}

// How far a fit is, from the counted operations of its rounds.
class RoundProgress {
 public:
  /// `before`: which share of the fit precedes the rounds.
  RoundProgress(std::vector<double> work, double before) : work_(std::move(work)), before_(before) {}

  Progress after(const Round& round) {
    const auto next = work_.begin() + round.number + 1;
    const double done = std::accumulate(work_.begin(), next, 0.0);
    const double left = std::accumulate(next, work_.end(), 0.0);
    counted_ += work_[round.number];
    seconds_ += round.seconds;
    return {.stage = "rounds",
            .fraction = before_ + (1.0 - before_) * done / (done + left),
            .seconds_left = seconds_ * left / counted_,
            .round = &round};
  }

 private:
  std::vector<double> work_;  // of all rounds
  double before_;
  double counted_ = 0.0;  // of those that took `seconds_`
  double seconds_ = 0.0;
};

// Every row's class: the given one, the last round's, or, for an unlabeled copy of a labeled sample, what f
// says.
Prediction classify_rows(const TrainingSet& training, const Partition& partition, const Model& model,
                         const Prediction& unlabeled, ThreadPool& threads) {
  Prediction all;
  all.is_far.assign(training.labels.values.size(), false);
  const Index n_labeled = std::ssize(partition.labeled);
  for (std::size_t row = 0; row < training.labels.values.size(); ++row) {
    const Index position = partition.position[row];
    if (training.labels.values[row] != kUnlabeled) {
      all.classes.push_back(training.labels.values[row]);
      all.confidence.push_back(std::numeric_limits<double>::infinity());
      all.probability.push_back(1.0);
    } else if (position >= n_labeled) {
      all.classes.push_back(unlabeled.classes[position - n_labeled]);
      all.confidence.push_back(unlabeled.confidence[position - n_labeled]);
      all.probability.push_back(unlabeled.probability[position - n_labeled]);
      all.is_far[row] = unlabeled.is_far[position - n_labeled];
    } else {
      const Matrix embedded = model.map.evaluate(training.samples.row(static_cast<Index>(row)), threads);
      const Classification one = classify_nearest(embedded, model.embedding, model.labels, threads);
      all.classes.push_back(one.classes[0]);
      all.confidence.push_back(one.confidence[0]);
      const Matrix by_class = nearest_by_class(embedded, model.embedding, model.labels, threads);
      all.probability.push_back(probabilities_of(one.classes, by_class, model.calibration)[0]);
    }
  }
  return all;
}

// What is written down of a fit while it runs: its history, its state, how far it is.
class Record {
 public:
  Record(const Execution& execution, const Stages& stages, RoundProgress progress)
      : execution_(execution), stages_(stages), progress_(std::move(progress)) {}

  /// Where the rounds begin, and what they tell.
  RoundHooks hooks(const TrainingSet& training, const FitOptions& given, const ProgressiveProblem& problem,
                   const ProgressiveOptions& decided) {
    RoundHooks hooks;
    if (execution_.checkpoint || execution_.resume) state_.fingerprint = fingerprint(training, given);
    if (execution_.resume) {
      check_state(*execution_.resume, state_.fingerprint, problem, decided);
      state_.rounds = execution_.resume->rounds;
      hooks.resume = &execution_.resume->last;
    }
    hooks.after_round = [this, n_labeled = problem.embedding->rows()](const Round& round, RoundState after) {
      state_.rounds.push_back(summarize(round, n_labeled));
      state_.last = std::move(after);
      if (execution_.checkpoint && round.number + 1 < round.n_rounds) execution_.checkpoint(state_);
      stages_.say(progress_.after(round));
    };
    return hooks;
  }

  std::vector<RoundSummary> take_rounds() { return std::move(state_.rounds); }

 private:
  const Execution& execution_;
  const Stages& stages_;
  RoundProgress progress_;
  FitState state_;
};

// The distances between samples by position, those to the labeled ones kept in any case.
void keep_labeled(SampleDistances& distances, Index n_labeled, ThreadPool& threads) {
  Indices labeled(n_labeled);
  std::iota(labeled.begin(), labeled.end(), Index{0});
  distances.keep(labeled, threads);
}

// Which unlabeled samples that became centers are far from all others.
void mark_far(const Support& support, const Indices& centers, Index n_labeled, Prediction& unlabeled) {
  for (std::size_t i = 0; i < centers.size(); ++i) {
    if (centers[i] >= n_labeled) unlabeled.is_far[centers[i] - n_labeled] = support.is_far[i];
  }
}

// The model, with the options as they were decided.
Model make_model(ProgressiveResult& rounds, Matrix embedding, const Prepared& prepared, const Labels& labels,
                 FitOptions options) {
  options.normalize = prepared.normalization.kind;
  options.embedding.n_components = prepared.n_components;
  return {std::move(rounds.map),
          std::move(embedding),
          prepared.classes,
          labels.classes,
          prepared.normalization,
          std::move(options),
          {rounds.last.diagnostics, prepared.partition.n_duplicates, rounds.chosen.n_bounded,
           rounds.chosen.n_undecided},
          {}};
}

}  // namespace

FitResult fit(TrainingSet training, const FitOptions& options, const Execution& execution) {
  Stages stages(execution);
  ThreadPool threads(execution.n_threads, execution.stop);
  const lapack::SerialBlas serial;
  FitReport report;

  stages.begin("checking", 0.0);
  const Prepared prepared = prepare(training, options);
  const Partition& partition = prepared.partition;
  check_sizes(options.progressive, std::ssize(partition.labeled), std::ranges::max(prepared.classes) + 1);
  const FitSize size = size_of(training, prepared, std::ssize(partition.unlabeled), threads);
  FitPlan plan = plan_fit(size, options, execution);
  report.predicted_memory = plan.memory;

  stages.begin("distances", 0.0);
  const Indices rows = partition.rows();
  const Index n_labeled = std::ssize(partition.labeled);
  SampleDistances distances(training.samples, rows, plan.growth.n_kept_distances, threads);
  keep_labeled(distances, n_labeled, threads);
  const MatrixView labeled_distances = distances.kept().topLeftCorner(n_labeled, n_labeled);
  const double median_distance = scale_unit(labeled_distances);

  const double before_rounds = plan.has_committee ? 0.85 : 0.05;
  stages.begin(plan.has_committee ? "decisions" : "embedding", kBeforeDecisions);
  Settings settings = decide_settings(
      {&training.samples, rows, &distances, prepared.classes, median_distance,
       [&](const EmbeddingOptions& how) {
         return labeled_coordinates(training, prepared, labeled_distances, how);
       }},
      options, threads, [&](double share) { stages.say(decisions_progress(stages, before_rounds, share)); });
  report.decisions = settings.decisions;
  report.committee = settings.committee;
  report.trial = settings.trial;
  report.committee_work = plan.committee_work;
  settle(plan, size, settings.options);
  report.plan = plan.words;

  stages.begin("rounds", before_rounds);
  const ProgressiveProblem problem{&training.samples,
                                   rows,
                                   &distances,
                                   &settings.embedding,
                                   prepared.classes,
                                   median_distance,
                                   plan.growth,
                                   {settings.labeler, &settings.guide},
                                   settings.classes.empty() ? nullptr : &settings.classes};
  Record record(execution, stages, {plan.work, before_rounds});
  ProgressiveResult rounds =
      run_progressive(problem, settings.options.scale, settings.options.progressive, threads,
                      record.hooks(training, options, problem, settings.options.progressive));
  report.rounds = record.take_rounds();

  stages.begin("result", 1.0);
  Model model =
      make_model(rounds, std::move(settings.embedding), prepared, training.labels, settings.options);
  Assessment assessment = assess(settings, rounds, model, threads);
  const Support support =
      find_support(distances, rounds.centers, kCopyDistance * model.map.scales().minCoeff(), threads);
  mark_far(support, rounds.centers, n_labeled, assessment.unlabeled);
  model.calibration = {assessment.temperature, support.radius};
  Prediction classification = classify_rows(training, partition, model, assessment.unlabeled, threads);
  stages.end();
  report.stages = stages.take_times();
  report.total_seconds = stages.total();
  return {std::move(model), std::move(classification), std::move(report)};
}

Matrix embed_labeled(TrainingSet training, const FitOptions& options, const Execution& execution) {
  Stages stages(execution);
  ThreadPool threads(execution.n_threads, execution.stop);
  const Prepared prepared = prepare(training, options);
  check_study_memory(training, prepared, options, execution, threads);
  stages.begin("distances", 0.0);
  const Matrix distances = squared_distances(training.samples, prepared.partition.labeled, threads);
  stages.begin("embedding", 0.1);
  const Matrix distinct = labeled_coordinates(training, prepared, distances, options.embedding);
  Indices positions;
  for (const Index row : labeled_rows(training.labels.values)) {
    positions.push_back(prepared.partition.position[row]);
  }
  return distinct(positions, Eigen::all);
}

ScanResult scan(TrainingSet training, const ScaleValues& scales, const std::vector<int>& truth,
                const FitOptions& options, const Execution& execution) {
  Stages stages(execution);
  ThreadPool threads(execution.n_threads, execution.stop);
  const lapack::SerialBlas serial;
  const Prepared prepared = prepare(training, options);
  check_study_memory(training, prepared, options, execution, threads);
  stages.begin("distances", 0.0);
  const Indices& rows = prepared.partition.labeled;
  const Matrix distances = squared_distances(training.samples, rows, threads);
  stages.begin("embedding", 0.1);
  const Matrix embedding = labeled_coordinates(training, prepared, distances, options.embedding);
  const Matrix centers = training.samples(rows, Eigen::all);
  const double median_distance = scale_unit(distances);
  const Vector absolute = scales.resolve(median_distance);
  const ScaleProblem problem{centers, &distances, embedding, prepared.classes};

  ScanResult result;
  for (Index i = 0; i < absolute.size(); ++i) {
    stages.say({.stage = "scales",
                .fraction = 0.2 + 0.8 * static_cast<double>(i) / static_cast<double>(absolute.size())});
    const double scale = absolute(i);
    result.points.push_back(scan_scales(problem, std::span(&scale, 1), options.scale, threads)[0]);
    if (truth.empty()) continue;
    const RbfFit fitted =
        fit_rbf(centers, embedding, Vector::Constant(embedding.cols(), scale), options.scale.ridge, threads);
    const Classification labels = classify_nearest(fitted.map.evaluate(training.samples, threads), embedding,
                                                   prepared.classes, threads);
    const std::optional<double> error = error_rate(labels.classes, truth, training.labels.values);
    if (!error) throw InvalidInput("the truth is known of no unlabeled row");
    result.errors.push_back(*error);
  }
  return result;
}

}  // namespace sosi
