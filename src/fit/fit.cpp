// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/fit/fit.hpp"

#include <algorithm>
#include <limits>

#include "fit/checkpoint.hpp"
#include "fit/memory_plan.hpp"
#include "fit/metric_choice.hpp"
#include "fit/probabilities.hpp"
#include "fit/round_log.hpp"
#include "fit/settings.hpp"
#include "fit/support.hpp"
#include "fit/work_plan.hpp"
#include "kernel/single_system.hpp"
#include "linalg/lapack.hpp"
#include "sosi/data/examination.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

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
    clock_.begin("checking");
    validate(options);
    report_.notes = examine(training);
    prepared_.emplace(training, options,
                      [this](const TrainingSet& normalized) { return metric_for(normalized); });
    check_sizes(options, samples());
    checkpoints_.emplace(hooks, training, options);
    report_.conflicts = prepared_->conflicts();
    if (!report_.conflicts.empty()) {
      report_.notes.push_back("the labels of " + std::to_string(report_.conflicts.size()) +
                              " rows are not used: equal rows have others");
    }
    report_.device = backend_->name();
    report_.determinism = in_words(backend_->determinism());
  }

  FitResult run() {
    choose_samples();
    FitPlan plan = planned();
    SampleDistances distances = computed_distances(plan);
    const Settings settings = settings_for(distances);
    plan = planned_again(plan, settings);
    const RoundsResult rounds = rounds_by(settings, distances, plan);
    const Assessment assessment = assessment_of(settings, rounds);
    const Support support = support_of(rounds, distances);
    const Model model = model_of(rounds, settings, assessment, support.radius);
    return finished(model, of_rows(model, prediction_of(rounds, settings.embedding, assessment, support)));
  }

  // One step: the embedding, extended to all samples.
  FitResult run_extension() {
    const FitOptions decided = decide(options_, samples().n_labeled(), samples().n_unlabeled()).options;
    clock_.begin(kEmbeddingStage);
    const Matrix distances = squared_distances(samples().matrix(), labeled_row_indices(), threads_);
    scale_unit(distances);
    const Embedding embedding = prepared_->embed(decided, span_of(distances));
    clock_.begin("extension");
    const Matrix labeled = samples().gather(samples().labeled());
    const FittedExtension fitted =
        extend({span_of(labeled), &embedding}, decided.extension, decided.extension_knobs, threads_);
    const Model model = model_with(fitted.extension, embedding.coordinates, decided,
                                   {fitted.diagnostics, prepared_->n_duplicates()}, {}, {});
    clock_.begin(kResultStage);
    return finished(model, of_rows(model, predicted(model, samples().gather(samples().all()))));
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

  MetricDecision metric_for(const TrainingSet& normalized) {
    if (!tries_metrics(options_, normalized)) return given_metric(options_);
    clock_.begin("metric");
    return choose_metric(normalized, options_, execution_, [this](double share) { clock_.report(share); });
  }

  // A fit that goes on has the samples that it had.
  void choose_samples() {
    const Index n = samples().size();
    const Index n_before = checkpoints_->n_samples();
    const bool goes_on = n_before >= samples().n_labeled() && n_before <= n;
    prepared_->restrict_to(goes_on ? n_before
                                   : plan_samples(size(), options_, execution_.max_memory, *backend_));
    checkpoints_->begin(samples());
    if (samples().size() == n) return;
    const bool is_for_memory = samples().size() < decide_samples(options_, samples().n_labeled(), n);
    report_.decisions.push_back(
        std::to_string(samples().size()) + " of " + std::to_string(n) + " samples take part in the fit" +
        (is_for_memory ? ", as many as memory allows" : "") + "; its map labels the others");
  }

  FitPlan planned() {
    FitPlan plan = plan_fit(size(), options_, execution_.max_memory, *backend_);
    clock_.plan(work_of_fit(size(), options_, plan, *backend_));
    report_.search_work = plan.search_work;
    return plan;
  }

  SampleDistances computed_distances(const FitPlan& plan) {
    clock_.begin(kDistancesStage);
    return SampleDistances(samples(), plan.growth.n_kept_distances, threads_);
  }

  Settings settings_for(SampleDistances& distances) {
    median_distance_ = scale_unit(distances.to_labeled().topRows(samples().n_labeled()));
    Settings settings = find_settings(*prepared_, options_, distances, *backend_, clock_, *checkpoints_);
    report_.decisions.insert(report_.decisions.begin(), settings.decisions.begin(), settings.decisions.end());
    report_.search = settings.runs;
    report_.trial = settings.trial;
    return settings;
  }

  FitPlan planned_again(const FitPlan& before, const Settings& settings) {
    FitPlan plan = with_decided(before, size(), options_, settings.options, *backend_);
    clock_.plan(work_of_rounds(size(), settings.options, plan));
    report_.predicted_memory = plan.memory;
    report_.plan = plan.words;
    return plan;
  }

  RoundsResult rounds_by(const Settings& settings, SampleDistances& distances, const FitPlan& plan) {
    clock_.begin(kRoundsStage);
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
    RoundLog log(*prepared_, hooks_, *checkpoints_, clock_, plan.work);
    RoundsResult result =
        run_rounds(problem, settings.options, rounds, *backend_, log.hooks(problem, rounds.schedule));
    report_.rounds = checkpoints_->history();
    report_.scale_weights = result.chosen.weights;
    return result;
  }

  Assessment assessment_of(const Settings& settings, const RoundsResult& rounds) {
    clock_.begin(kResultStage);
    const Evidence evidence{&samples(), &settings.embedding, settings.vote ? &*settings.vote : nullptr,
                            settings.trial, settings.runs};
    Assessment assessment = assess(evidence, rounds, threads_);
    report_.error_interval = assessment.error_interval;
    const std::string caution = caution_about(assessment, evidence);
    if (!caution.empty()) report_.decisions.push_back(caution);
    return assessment;
  }

  Support support_of(const RoundsResult& rounds, const SampleDistances& distances) {
    return find_support(distances, rounds.centers, kCopyDistance * rounds.map.scales().minCoeff(), threads_);
  }

  Model model_of(const RoundsResult& rounds, const Settings& settings, const Assessment& assessment,
                 double support) const {
    return model_with(std::make_shared<RbfExtension>(rounds.map), settings.embedding, settings.options,
                      {rounds.last.diagnostics, prepared_->n_duplicates(), rounds.chosen.n_bounded,
                       rounds.chosen.n_undecided},
                      {assessment.temperature, support},
                      assessment.probabilities(rounds.centers, Eigen::all));
  }

  // With the options as they were decided.
  Model model_with(std::shared_ptr<const Extension> extension, Matrix embedding, FitOptions options,
                   const Diagnostics& diagnostics, const Calibration& calibration,
                   Matrix center_probabilities) const {
    options.normalize = prepared_->normalization().kind;
    options.n_components = prepared_->n_components();
    const double power = prepared_->metric().power;
    options.metric = power > 0.0 ? MetricKind::within : MetricKind::none;
    options.metric_power = power > 0.0 ? std::optional(power) : std::nullopt;
    return Model({std::move(extension),
                  std::move(embedding),
                  {samples().classes().begin(), samples().classes().end()},
                  prepared_->labels().classes,
                  prepared_->normalization(),
                  format_options(options),
                  diagnostics,
                  calibration,
                  std::move(center_probabilities),
                  named_columns(prepared_->training().columns),
                  prepared_->training().image_size});
  }

  // By position: the labels of the last round. The labeled samples have the confidence that the map has in
  // them.
  Prediction prediction_of(const RoundsResult& rounds, const Matrix& embedding, const Assessment& assessment,
                           const Support& support) {
    Prediction all{
        rounds.last.classification, {}, std::vector<bool>(samples().size(), false), assessment.probabilities};
    const Index n_labeled = samples().n_labeled();
    std::ranges::copy(
        classify_nearest(rounds.last.embedded.topRows(n_labeled), embedding, samples().classes(), threads_)
            .confidence,
        all.confidence.begin());
    for (std::size_t i = 0; i < rounds.centers.size(); ++i) {
      if (!samples().is_labeled(rounds.centers[i])) all.is_far[rounds.centers[i]] = support.is_far[i];
    }
    return all;
  }

  // What a model says of normalized samples.
  Prediction predicted(const Model& model, const Matrix& normalized) {
    const auto* const rbf = dynamic_cast<const RbfExtension*>(&model.extension());
    const auto [embedded, squared_distances] = rbf != nullptr
                                                   ? backend_->evaluate(rbf->map(), normalized)
                                                   : model.extension().evaluate(normalized, threads_);
    Prediction all{classify_nearest(embedded, model.embedding(), model.labels(), threads_), {}, {}};
    all.class_probabilities = class_probabilities(
        nearest_by_class(embedded, model.embedding(), model.labels(), threads_), model.calibration());
    for (const double squared : squared_distances) all.is_far.push_back(model.calibration().is_far(squared));
    return all;
  }

  // Given labels stay. Other rows have what is said of their position, or by the map where they take no part;
  // an unlabeled copy of a labeled sample is at the position of that sample.
  Prediction of_rows(const Model& model, const Prediction& by_position) {
    constexpr std::size_t kRowsAtOnce = 4096;
    const std::span<const Position> positions = prepared_->positions();
    Prediction all;
    all.class_probabilities.resize(prepared_->n_rows(), by_position.class_probabilities.cols());
    for (std::size_t first = 0; first < positions.size(); first += kRowsAtOnce) {
      const std::size_t end = std::min(first + kRowsAtOnce, positions.size());
      Indices others;
      for (std::size_t row = first; row < end; ++row) {
        if (positions[row] == kNoPosition) others.push_back(static_cast<Index>(row));
      }
      Prediction of_others;
      if (!others.empty()) of_others = predicted(model, samples().matrix()(others, Eigen::all));
      std::size_t n_others = 0;
      for (std::size_t row = first; row < end; ++row) {
        const bool is_other = positions[row] == kNoPosition;
        append_row(all, is_other ? of_others : by_position,
                   is_other ? static_cast<Index>(n_others++) : Index{positions[row]});
      }
      clock_.report(static_cast<double>(end) / static_cast<double>(positions.size()));
    }
    all.probability = own_probabilities(all.classes, all.class_probabilities);
    return all;
  }

  // The given label, or else row i of some prediction.
  void append_row(Prediction& all, const Prediction& some, Index i) const {
    const auto row = std::ssize(all.classes);
    const int given = prepared_->labels().values[row];
    const bool is_given = given != kUnlabeled;
    all.classes.push_back(is_given ? given : some.classes[i]);
    all.confidence.push_back(is_given ? std::numeric_limits<double>::infinity() : some.confidence[i]);
    all.is_far.push_back(!is_given && some.is_far[i]);
    if (is_given) {
      all.class_probabilities.row(row).setZero();
      all.class_probabilities(row, given) = 1.0;
    } else {
      all.class_probabilities.row(row) = some.class_probabilities.row(i);
    }
  }

  FitResult finished(const Model& model, Prediction prediction) {
    clock_.end();
    const std::string& about_normalization = prepared_->about_normalization();
    if (!about_normalization.empty()) report_.decisions.push_back(about_normalization);
    const std::string& about_metric = prepared_->metric().reason;
    if (!about_metric.empty()) report_.decisions.push_back(about_metric);
    if (labeled_rows(prepared_->labels().values).size() == prepared_->positions().size()) {
      report_.decisions.emplace_back("nothing to label: every row has a label");
    }
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
  std::optional<Checkpoints> checkpoints_;
  FitReport report_;
  double median_distance_ = 0.0;
};

}  // namespace

FitResult fit(TrainingSet training, const FitOptions& options, const Execution& execution,
              const FitHooks& hooks) {
  Fit fit(training, options, execution, hooks);
  return options.extension == kRbfExtension ? fit.run() : fit.run_extension();
}

}  // namespace sosi
