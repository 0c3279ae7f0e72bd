// SPDX-License-Identifier: BSD-3-Clause
#include "graph/label_spreading.hpp"

#include "evaluate/methods/all_samples_graph.hpp"
#include "evaluate/methods/rows.hpp"

namespace sosi {

namespace {

Labeling label_by_spreading(TrainingSet training, const MethodOptions& options, const Execution& execution) {
  ThreadPool threads(execution.n_threads, execution.stop);
  normalize(training, options.fit);
  const GivenLabels given = gather_labels(training.samples.rows(), training.labels.values);
  const HarmonicGraph graph = graph_of_all(training, options, threads);
  const SpreadingChoice chosen =
      choose_alpha(graph.weights, given, read_options<LabelSpreadingOptions>(options.method_knobs), threads);
  const SpreadingSystem system(graph.weights, given, chosen.alpha);
  LabeledRows rows = label_rows(system.values(), training.samples, given, threads);
  return {with_given(std::move(rows.classes), training.labels),
          settings_of({graph.n_neighbors,
                       graph.heat,
                       {{"alpha", short_text(chosen.alpha)}},
                       chosen.n_errors,
                       chosen.n_held_out,
                       std::ssize(rows.unreached)})};
}

}  // namespace

Method label_spreading_method() {
  return {"label-spreading", false, "label spreading on the graph of all samples",
          with_graph_knobs(knobs_of<LabelSpreadingOptions>()), label_by_spreading};
}

}  // namespace sosi
