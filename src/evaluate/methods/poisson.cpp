// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/methods/all_samples_graph.hpp"
#include "evaluate/methods/rows.hpp"
#include "graph/poisson_learning.hpp"

namespace sosi {

namespace {

Labeling label_by_poisson(TrainingSet training, const MethodOptions& options, const Execution& execution) {
  ThreadPool threads(execution.n_threads, execution.stop);
  normalize(training, options.fit);
  const GivenLabels given = gather_labels(training.samples.rows(), training.labels.values);
  const HarmonicGraph graph = graph_of_all(training, options, threads);
  LabeledRows rows = label_rows(poisson_values(graph.weights, given), training.samples, given, threads);
  return {with_given(std::move(rows.classes), training.labels),
          settings_of({graph.n_neighbors, graph.heat, {}, 0, 0, std::ssize(rows.unreached)})};
}

}  // namespace

Method poisson_method() {
  return {"poisson", false, "Poisson learning on the graph of all samples", with_graph_knobs({}),
          label_by_poisson};
}

}  // namespace sosi
