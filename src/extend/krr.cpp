// SPDX-License-Identifier: BSD-3-Clause
#include "extend/kernel_choice.hpp"
#include "extend/kernel_map.hpp"
#include "extend/methods.hpp"
#include "extend/shared_options.hpp"
#include "linalg/lapack.hpp"

namespace sosi {

namespace {

constexpr const char* kKrrName = "krr";

struct KrrOptions {
  WidthOptions width;
  RidgeOptions ridge;
};

// (K + ridge I) C = Y - mean, f(x) = mean + sum_i c_i k(x, x_i).
FittedExtension fit_krr(const ExtensionProblem& problem, const KrrOptions& options, ThreadPool& threads) {
  require_samples(problem, kKrrName, 2);
  const lapack::SerialBlas serial;
  const Matrix& coordinates = problem.embedding->coordinates;
  const Eigen::RowVectorXd mean = coordinates.colwise().mean();
  const Matrix centered = coordinates.rowwise() - mean;
  const KernelChoice kernel =
      choose_kernel(problem.samples, centered, {options.width.kernel_width, options.ridge.regression_ridge},
                    leave_one_out_error, threads);
  const Vector scales = Vector::Constant(centered.cols(), kernel.scale);
  const RbfFit fitted = fit_rbf(problem.samples, centered, scales, kernel.ridge, threads);
  return {std::make_shared<KernelMapExtension>(kKrrName, KernelMap{fitted.map, mean}), fitted.diagnostics};
}

}  // namespace

template <>
FieldTable<KrrOptions> field_table<KrrOptions>() {
  FieldTable<KrrOptions> table;
  append_fields(table, &KrrOptions::width);
  append_fields(table, &KrrOptions::ridge);
  return table;
}

ExtensionMethod krr_method() {
  return {
      .name = kKrrName,
      .class_name = "KernelRidgeExtension",
      .summary = "kernel ridge regression of the coordinates",
      .knobs = knobs_of<KrrOptions>(),
      .fit = [](const ExtensionProblem& problem, const OptionTexts& knobs,
                ThreadPool& threads) { return fit_krr(problem, read_options<KrrOptions>(knobs), threads); },
      .load = [](const NamedArrays& arrays) -> std::shared_ptr<const Extension> {
        return std::make_shared<KernelMapExtension>(kKrrName, loaded_kernel_map(arrays));
      }};
}

}  // namespace sosi
