// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/fit/fit.hpp"

#include <limits>

#include "fit/memory_plan.hpp"
#include "fit/probabilities.hpp"
#include "fit/round_log.hpp"
#include "fit/settings.hpp"
#include "fit/support.hpp"
#include "kernel/single_system.hpp"
#include "linalg/lapack.hpp"
#include "sosi/graph/distances.hpp"
#include "sosi/model/sample_predictor.hpp"

namespace sosi {

namespace {

constexpr double kBeforeSearch = 0.02;  // of a fit
constexpr double kAfterSearch = 0.85;
constexpr double kWithoutSearch = 0.05;

std::string in_words(Determinism determinism) {
  switch (determinism) {
    case Determinism::any_threads:
      return "same bits for any number of threads";
    case Determinism::same_run:
      break;
  }
  return "same bits for the same run";
}

// A fit under way: every stage is a function of it.
class Fit {
 public:
  Fit(TrainingSet& training, const FitOptions& options, const Execution& execution, const FitHooks& hooks)
      : options_(options),
        execution_(execution),
        hooks_(hooks),
        clock_(execution),
        threads_(execution.n_threads, execution.stop),
        backend_(make_backend(execution.device, threads_)) {
    clock_.begin("checking", 0.0);
    prepared_.emplace(training, options);
    check_sizes(options, samples());
    report_.device = backend_->name();
    report_.determinism = in_words(backend_->determinism());
  }

  FitResult run() {
    FitPlan plan = plan_fit(size(), options_, execution_.max_memory, *backend_);
    clock_.begin("distances", 0.0);
    SampleDistances distances(samples(), plan.growth.n_kept_distances, threads_);
    const Settings settings = settings_for(distances, plan);
    plan = with_decided(plan, size(), settings.options, *backend_);
    const RoundsResult rounds = rounds_by(settings, distances, plan);
    clock_.begin("result", 1.0);
    const Assessment assessment =
        assess({&samples(), &settings.embedding, settings.vote ? &*settings.vote : nullptr, settings.trial},
               rounds, threads_);
    const Support support =
        find_support(distances, rounds.centers, kCopyDistance * rounds.map.scales().minCoeff(), threads_);
    const Model model = model_of(rounds, settings, {assessment.temperature, support.radius});
    Prediction by_position = prediction_of(rounds, assessment, support);
    return finished(model, of_rows(model, by_position));
  }

  // One step: the embedding, extended to all samples.
  FitResult run_extension() {
    const FitOptions decided = decide(options_, samples().n_labeled(), samples().n_unlabeled()).options;
    clock_.begin("embedding", kBeforeSearch);
    const Matrix distances = squared_distances(samples().matrix(), labeled_row_indices(), threads_);
    scale_unit(distances);
    const Embedding embedding = prepared_->embed(decided, span_of(distances));
    clock_.begin("extension", kWithoutSearch);
    const Matrix labeled = samples().gather(samples().labeled());
    const FittedExtension fitted =
        extend({span_of(labeled), &embedding}, decided.extension, decided.extension_knobs, threads_);
    const Model model = model_with(fitted.extension, embedding.coordinates, decided,
                                   {fitted.diagnostics, prepared_->n_duplicates()}, {});
    clock_.begin("result", 1.0);
    return finished(model, of_rows(model, predicted(model)));
  }

 private:
  const SampleSet& samples() const { return prepared_->samples(); }

  FitSize size() const {
    return {prepared_->n_rows(), samples().n_labeled(), samples().n_unlabeled(), samples().n_features(),
            prepared_->n_components()};
  }

  Indices labeled_row_indices() const {
    const std::span<const Row> rows = samples().rows().first(samples().n_labeled());
    return {rows.begin(), rows.end()};
  }

  Settings settings_for(SampleDistances& distances, const FitPlan& plan) {
    has_search_ = plan.search_work > 0.0;
    clock_.begin(has_search_ ? "search" : "embedding", kBeforeSearch);
    median_distance_ = scale_unit(distances.to_labeled().topRows(samples().n_labeled()));
    Settings settings = find_settings(*prepared_, options_, distances, *backend_, [this](double share) {
      clock_.report({.stage = "search",
                     .fraction = kBeforeSearch + (kAfterSearch - kBeforeSearch) * share,
                     .seconds_left = clock_.total() * (1.0 - share) / share});
    });
    report_.predicted_memory = plan.memory;
    report_.search_work = plan.search_work;
    report_.decisions = settings.decisions;
    report_.search = settings.runs;
    report_.trial = settings.trial;
    return settings;
  }

  RoundsResult rounds_by(const Settings& settings, SampleDistances& distances, const FitPlan& plan) {
    const double before = has_search_ ? kAfterSearch : kWithoutSearch;
    clock_.begin("rounds", before);
    const std::optional<std::vector<int>> final_classes = settings.final_classes(samples());
    const RoundsProblem problem{&samples(),
                                &distances,
                                &settings.embedding,
                                median_distance_,
                                plan.growth,
                                &settings.harmonic,
                                final_classes ? &*final_classes : nullptr};
    const RoundsSettings rounds =
        rounds_settings(settings.options, samples().n_labeled(), samples().n_unlabeled());
    RoundLog log(*prepared_, hooks_, clock_, plan.work, before);
    RoundsResult result = run_rounds(problem, settings.options, rounds, *backend_,
                                     log.hooks(options_, problem, rounds.schedule));
    report_.rounds = log.take_rounds();
    report_.plan = plan.words;
    return result;
  }

  Model model_of(const RoundsResult& rounds, const Settings& settings, const Calibration& calibration) const {
    return model_with(std::make_shared<RbfExtension>(rounds.map), settings.embedding, settings.options,
                      {rounds.last.diagnostics, prepared_->n_duplicates(), rounds.chosen.n_bounded,
                       rounds.chosen.n_undecided},
                      calibration);
  }

  // With the options as they were decided.
  Model model_with(std::shared_ptr<const Extension> extension, Matrix embedding, FitOptions options,
                   const Diagnostics& diagnostics, const Calibration& calibration) const {
    options.normalize = prepared_->normalization().kind;
    options.n_components = prepared_->n_components();
    return Model({std::move(extension),
                  std::move(embedding),
                  {samples().classes().begin(), samples().classes().end()},
                  prepared_->labels().classes,
                  prepared_->normalization(),
                  format_options(options),
                  diagnostics,
                  calibration});
  }

  // By position: the labels of the last round.
  Prediction prediction_of(const RoundsResult& rounds, const Assessment& assessment,
                           const Support& support) const {
    Prediction all{rounds.last.classification, std::vector<double>(samples().n_labeled(), 1.0),
                   std::vector<bool>(samples().size(), false)};
    all.probability.insert(all.probability.end(), assessment.probability.begin(),
                           assessment.probability.end());
    for (std::size_t i = 0; i < rounds.centers.size(); ++i) {
      if (!samples().is_labeled(rounds.centers[i])) all.is_far[rounds.centers[i]] = support.is_far[i];
    }
    return all;
  }

  // By position: what a model without rounds says of the unlabeled samples.
  Prediction predicted(const Model& model) {
    const Matrix embedded = model.extension().evaluate(samples().gather(samples().all()), threads_).values;
    Prediction all{classify_nearest(embedded, model.embedding(), model.labels(), threads_), {}, {}};
    all.probability =
        probabilities_of(all.classes, nearest_by_class(embedded, model.embedding(), model.labels(), threads_),
                         model.calibration());
    all.is_far.assign(samples().size(), false);
    return all;
  }

  // Of every row: the given class, that of its position, or, for an unlabeled copy of a labeled sample, what
  // the map says.
  Prediction of_rows(const Model& model, const Prediction& by_position) {
    const std::vector<int>& given = prepared_->labels().values;
    Prediction all;
    for (std::size_t row = 0; row < given.size(); ++row) {
      const Position position = prepared_->positions()[row];
      if (given[row] != kUnlabeled) {
        append(all, {{given[row], std::numeric_limits<double>::infinity()}, 1.0, false});
      } else if (!samples().is_labeled(position)) {
        append(all, {{by_position.classes[position], by_position.confidence[position]},
                     by_position.probability[position],
                     by_position.is_far[position]});
      } else {
        append(all, prediction_at(model, position));
      }
    }
    return all;
  }

  static void append(Prediction& all, const SamplePrediction& one) {
    all.classes.push_back(one.of_class);
    all.confidence.push_back(one.confidence);
    all.probability.push_back(one.probability);
    all.is_far.push_back(one.is_far);
  }

  SamplePrediction prediction_at(const Model& model, Position position) {
    const Matrix sample = samples().gather({&position, 1});
    const Matrix embedded = model.extension().evaluate(sample, threads_).values;
    const Classification found = classify_nearest(embedded, model.embedding(), model.labels(), threads_);
    const Matrix by_class = nearest_by_class(embedded, model.embedding(), model.labels(), threads_);
    return {{found.classes[0], found.confidence[0]},
            probabilities_of(found.classes, by_class, model.calibration())[0],
            false};
  }

  FitResult finished(const Model& model, Prediction prediction) {
    clock_.end();
    report_.stages = clock_.take_times();
    report_.total_seconds = clock_.total();
    return {model, std::move(prediction), std::move(report_)};
  }

  const FitOptions& options_;
  const Execution& execution_;
  const FitHooks& hooks_;
  StageClock clock_;
  ThreadPool threads_;
  std::unique_ptr<KernelBackend> backend_;
  lapack::SerialBlas serial_;
  std::optional<Prepared> prepared_;
  FitReport report_;
  double median_distance_ = 0.0;
  bool has_search_ = false;
};

}  // namespace

FitResult fit(TrainingSet training, const FitOptions& options, const Execution& execution,
              const FitHooks& hooks) {
  Fit fit(training, options, execution, hooks);
  return options.extension == kRbfExtension ? fit.run() : fit.run_extension();
}

}  // namespace sosi
