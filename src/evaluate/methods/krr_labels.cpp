// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/kernel_ridge.hpp"
#include "evaluate/methods/rows.hpp"

namespace sosi {

namespace {

Labeling label_by_kernel_ridge(TrainingSet training, const MethodOptions& options,
                               const Execution& execution) {
  ThreadPool threads(execution.n_threads, execution.stop);
  normalize(training, options.fit);
  const LabeledPart labeled = labeled_part(training);
  KernelRidgeResult result =
      classify_by_kernel_ridge({span_of(labeled.samples), labeled.classes}, training.samples,
                               read_options<KernelRidgeOptions>(options.method_knobs), threads);
  return {with_given(std::move(result.classes), training.labels),
          {{"scale", short_text(result.scale)}, {"ridge", short_text(result.ridge)}}};
}

}  // namespace

Method krr_labels_method() {
  return {"krr-labels", false, "kernel ridge regression of the labels", knobs_of<KernelRidgeOptions>(),
          label_by_kernel_ridge};
}

}  // namespace sosi
