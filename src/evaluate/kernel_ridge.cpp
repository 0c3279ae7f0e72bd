// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/kernel_ridge.hpp"

#include <algorithm>

#include "evaluate/labeled_samples.hpp"
#include "extend/kernel_choice.hpp"
#include "linalg/lapack.hpp"
#include "sosi/kernel/rbf_map.hpp"

namespace sosi {

template <>
FieldTable<KernelRidgeOptions> field_table<KernelRidgeOptions>() {
  return {
      field("krr_labels_width", &KernelRidgeOptions::krr_labels_width, above(0),
            "width of the Gaussian kernel in units of the median distance between labeled samples; larger is "
            "smoother; auto: by leave-one-out"),
      field("krr_labels_ridge", &KernelRidgeOptions::krr_labels_ridge, at_least(0),
            "what is added to the diagonal of the kernel matrix; larger follows the labels less closely; "
            "auto: by leave-one-out"),
  };
}

namespace {

constexpr double kFewLabelsWidth = 1.0;  // where no class has two labels, none can be left out
constexpr double kFewLabelsRidge = 1e-3;

KernelRequest request_of(const KernelRidgeOptions& options, std::span<const int> classes) {
  const KernelRequest request{options.krr_labels_width, options.krr_labels_ridge};
  const bool has_pair = std::ranges::any_of(class_sizes(classes), [](Index size) { return size >= 2; });
  if (has_pair) return request;
  return {request.width.value_or(kFewLabelsWidth), request.ridge.value_or(kFewLabelsRidge)};
}

}  // namespace

KernelRidgeResult classify_by_kernel_ridge(const LabeledSamples& labeled, const MatrixView& samples,
                                           const KernelRidgeOptions& options, ThreadPool& threads) {
  validate(options);
  check_labeled("krr-labels", labeled, samples);
  const lapack::SerialBlas serial;
  Matrix targets = Matrix::Zero(labeled.samples.rows(), std::ranges::max(labeled.classes) + 1);
  for (Index i = 0; i < targets.rows(); ++i) targets(i, labeled.classes[i]) = 1.0;
  const Eigen::RowVectorXd mean = targets.colwise().mean();
  targets.rowwise() -= mean;
  const KernelChoice kernel = choose_kernel(labeled.samples, targets, request_of(options, labeled.classes),
                                            leave_one_out_error, threads);
  const Vector scales = Vector::Constant(targets.cols(), kernel.scale);
  const RbfMap map = fit_rbf(labeled.samples, targets, scales, kernel.ridge, threads).map;
  KernelRidgeResult result{map.evaluate(samples, threads), {}, kernel.scale, kernel.ridge};
  result.values.rowwise() += mean;
  result.classes = largest_columns(result.values);
  return result;
}

}  // namespace sosi
