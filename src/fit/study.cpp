// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/fit/study.hpp"

#include "fit/memory_plan.hpp"
#include "fit/prepare.hpp"
#include "fit/stage_clock.hpp"
#include "linalg/lapack.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

// A look at the labeled samples alone.
struct Study {
  Study(TrainingSet& training, const FitOptions& options, const Execution& execution)
      : clock(execution), threads(execution.n_threads, execution.stop), prepared(training, options) {
    check_memory(options, execution);
    clock.begin("distances");
    const SampleSet& samples = prepared.samples();
    const std::span<const Row> rows = samples.rows().first(samples.n_labeled());
    distances = squared_distances(samples.matrix(), Indices(rows.begin(), rows.end()), threads);
    clock.begin("embedding");
    embedding = prepared.embed(options, span_of(distances)).coordinates;
  }

  // No more than round 0 of a fit without other samples.
  void check_memory(const FitOptions& options, const Execution& execution) {
    FitOptions first_round = options;
    first_round.rounds = 1;
    first_round.max_centers.reset();
    const SampleSet& samples = prepared.samples();
    plan_fit({prepared.n_rows(), samples.n_labeled(), 0, samples.n_features(), prepared.n_components()},
             first_round, execution.max_memory, *make_backend(execution.device, threads));
  }

  StageClock clock;
  ThreadPool threads;
  lapack::SerialBlas serial;
  Prepared prepared;
  Matrix distances;  // between the labeled samples
  Matrix embedding;  // of the labeled samples
};

}  // namespace

Matrix embed_labeled(TrainingSet training, const FitOptions& options, const Execution& execution) {
  const Study study(training, options, execution);
  return study.embedding(study.prepared.labeled_row_positions(), Eigen::all);
}

ScanResult scan(TrainingSet training, const ScaleValues& scales, const std::vector<int>& truth,
                const FitOptions& options, const Execution& execution) {
  Study study(training, options, execution);
  const SampleSet& samples = study.prepared.samples();
  const Matrix centers = samples.gather(samples.labeled());
  const Vector absolute = scales.resolve(scale_unit(study.distances));
  const ScaleProblem problem{&centers, &study.distances, &study.embedding, samples.classes()};
  ScanResult result;
  study.clock.plan({{"scales", 1.0}});
  study.clock.begin("scales");
  for (Index i = 0; i < absolute.size(); ++i) {
    study.clock.report(static_cast<double>(i) / static_cast<double>(absolute.size()));
    const double scale = absolute(i);
    result.points.push_back(scan_scales(problem, std::span(&scale, 1), options, study.threads)[0]);
    if (truth.empty()) continue;
    const RbfFit fitted = fit_rbf(centers, study.embedding, Vector::Constant(study.embedding.cols(), scale),
                                  options.ridge, study.threads);
    const Classification labels = classify_nearest(fitted.map.evaluate(training.samples, study.threads),
                                                   study.embedding, samples.classes(), study.threads);
    const std::optional<double> error = error_rate(labels.classes, truth, training.labels.values);
    if (!error) throw InvalidInput("the truth is not known of any unlabeled row");
    result.errors.push_back(*error);
  }
  return result;
}

}  // namespace sosi
