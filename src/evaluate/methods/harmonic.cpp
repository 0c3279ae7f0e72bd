// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/graph/harmonic.hpp"

#include "evaluate/methods/rows.hpp"

namespace sosi {

namespace {

Labeling label_by_harmonic(TrainingSet training, const MethodOptions& options, const Execution& execution) {
  ThreadPool threads(execution.n_threads, execution.stop);
  normalize(training, options.fit);
  HarmonicResult result = classify_by_harmonic(training.samples, training.labels.values,
                                               read_options<HarmonicOptions>(options.method_knobs), threads);
  Labeling labeling{std::move(result.classes),
                    {{"neighbors", std::to_string(result.n_neighbors)}, {"heat", short_text(result.heat)}}};
  if (result.n_held_out > 0) {
    labeling.settings.push_back({"cv_error", short_text(result.cross_validation_error)});
  }
  if (!result.unreached.empty()) {
    labeling.settings.push_back({"unreached", std::to_string(result.unreached.size())});
  }
  return labeling;
}

}  // namespace

Method harmonic_method() {
  return {"harmonic", false, "the harmonic function on the graph of all samples", knobs_of<HarmonicOptions>(),
          label_by_harmonic};
}

}  // namespace sosi
