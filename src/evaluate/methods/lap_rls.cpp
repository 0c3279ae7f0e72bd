// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/laplacian_rls.hpp"
#include "evaluate/methods/all_samples_graph.hpp"
#include "evaluate/methods/rows.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/memory.hpp"

namespace sosi {

namespace {

void check_memory(Index n_samples, const Execution& execution) {
  const std::size_t needed = laplacian_rls_bytes(n_samples);
  const std::size_t allowed = execution.max_memory.value_or(available_memory());
  if (needed <= allowed) return;
  throw MemoryRefused("lap-rls: " + std::to_string(n_samples) + " samples need " + format_bytes(needed) +
                      " of memory, but " +
                      (execution.max_memory ? "max_memory is " + format_bytes(allowed)
                                            : format_bytes(allowed) + " are available"));
}

Labeling label_by_lap_rls(TrainingSet training, const MethodOptions& options, const Execution& execution) {
  check_memory(training.samples.rows(), execution);
  ThreadPool threads(execution.n_threads, execution.stop);
  normalize(training, options.fit);
  const GivenLabels given = gather_labels(training.samples.rows(), training.labels.values);
  const HarmonicGraph graph = graph_of_all(training, options, threads);
  LaplacianRlsResult result =
      classify_by_laplacian_rls(training.samples, given, graph.weights,
                                read_options<LaplacianRlsOptions>(options.method_knobs), threads);
  return {with_given(std::move(result.classes), training.labels),
          settings_of({graph.n_neighbors,
                       graph.heat,
                       {{"scale", short_text(result.scale)},
                        {"ambient", short_text(result.ambient)},
                        {"intrinsic", short_text(result.intrinsic)}},
                       result.n_errors,
                       result.n_held_out})};
}

}  // namespace

Method lap_rls_method() {
  return {"lap-rls", false, "Laplacian regularized least squares in a Gaussian kernel",
          with_graph_knobs(knobs_of<LaplacianRlsOptions>()), label_by_lap_rls};
}

}  // namespace sosi
