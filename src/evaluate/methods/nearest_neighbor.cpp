// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/methods/rows.hpp"

namespace sosi {

Method nearest_neighbor_method() {
  return {
      "nn",
      false,
      "the nearest labeled sample",
      {},
      [](TrainingSet training, const MethodOptions& options, const Execution& execution) {
        ThreadPool threads(execution.n_threads, execution.stop);
        normalize(training, options.fit);
        const LabeledPart labeled = labeled_part(training);
        return Labeling{
            with_given(classify_nearest(training.samples, labeled.samples, labeled.classes, threads).classes,
                       training.labels),
            {}};
      }};
}

}  // namespace sosi
