// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/evaluate/svm.hpp"

#include "evaluate/methods/rows.hpp"

namespace sosi {

namespace {

Labeling label_by_svm(TrainingSet training, const MethodOptions& options, SvmKernel kernel,
                      const Execution& execution) {
  ThreadPool threads(execution.n_threads, execution.stop);
  normalize(training, options.fit);
  const LabeledPart labeled = labeled_part(training);
  auto svm = read_options<SvmOptions>(options.method_knobs);
  svm.kernel = kernel;
  SvmResult result =
      classify_by_svm({span_of(labeled.samples), labeled.classes}, training.samples, svm, threads);
  Labeling labeling{with_given(std::move(result.classes), training.labels),
                    {{"cost", short_text(result.cost)}}};
  if (kernel == SvmKernel::gaussian) labeling.settings.push_back({"width", short_text(result.width)});
  if (result.n_held_out > 0) {
    labeling.settings.push_back({"cv_error", short_text(result.cross_validation_error)});
  }
  return labeling;
}

Method svm_method(const std::string& name, const std::string& summary, SvmKernel kernel) {
  return {name, false, summary, knobs_of<SvmOptions>(),
          [kernel](TrainingSet training, const MethodOptions& options, const Execution& execution) {
            return label_by_svm(std::move(training), options, kernel, execution);
          }};
}

}  // namespace

Method linear_svm_method() {
  return svm_method("svm-linear", "a linear support vector machine", SvmKernel::linear);
}

Method gaussian_svm_method() {
  return svm_method("svm-gaussian", "a support vector machine with a Gaussian kernel", SvmKernel::gaussian);
}

}  // namespace sosi
