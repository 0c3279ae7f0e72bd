// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/linear_discriminant.hpp"
#include "evaluate/methods/rows.hpp"

namespace sosi {

namespace {

Labeling label_by_lda(TrainingSet training, const MethodOptions& options, const Execution& execution) {
  ThreadPool threads(execution.n_threads, execution.stop);
  normalize(training, options.fit);
  const LabeledPart labeled = labeled_part(training);
  LinearDiscriminantResult result =
      classify_by_linear_discriminant({span_of(labeled.samples), labeled.classes}, training.samples,
                                      read_options<LinearDiscriminantOptions>(options.method_knobs), threads);
  return {with_given(std::move(result.classes), training.labels),
          {{"shrinkage", short_text(result.shrinkage)}}};
}

}  // namespace

Method linear_discriminant_method() {
  return {"lda", false, "normal distributions of the classes with one shrunk covariance",
          knobs_of<LinearDiscriminantOptions>(), label_by_lda};
}

}  // namespace sosi
