// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Core>
#include <cmath>
#include <numeric>

#include "extend/kernel_choice.hpp"
#include "extend/kernel_map.hpp"
#include "extend/loaded_arrays.hpp"
#include "extend/methods.hpp"
#include "extend/shared_options.hpp"
#include "graph/row_distances.hpp"
#include "kernel/gaussian_sum.hpp"
#include "linalg/lapack.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

constexpr const char* kGpName = "gp";

struct GpOptions {
  WidthOptions width;
  RidgeOptions ridge;
};

// A Gaussian process: the mean is a kernel map, the variance of coordinate k is
// c_k (1 - k(x)^T (K + ridge I)^-1 k(x)) = c_k (1 - ||L^-1 k(x)||²), with L L^T = K + ridge I.
class GpExtension : public KernelMapExtension {
 public:
  GpExtension(KernelMap map, Vector signal, Matrix factor)
      : KernelMapExtension(kGpName, std::move(map)),
        centers_(this->map().map.centers()),
        signal_(std::move(signal)),
        factor_(std::move(factor)) {}

  Matrix variances(const MatrixView& samples, ThreadPool& threads) const override {
    check_features(samples, centers_);
    const double exponent = kernel_exponent(map().map.scales()(0));
    Matrix found(samples.rows(), n_components());
    visit_distances(samples, centers_, threads, [&](Index i, std::span<const double> squared_distances) {
      Vector kernel = Eigen::Map<const Vector>(squared_distances.data(), std::ssize(squared_distances));
      to_kernel(kernel.data(), kernel.size(), exponent);
      factor_.triangularView<Eigen::Lower>().solveInPlace(kernel);
      found.row(i) = std::max(0.0, 1.0 - kernel.squaredNorm()) * signal_.transpose();
    });
    return found;
  }

  NamedArrays arrays() const override {
    NamedArrays all = map().arrays();
    all.emplace_back("signal", signal_.transpose());
    all.emplace_back("factor", factor_);
    return all;
  }

 private:
  Matrix centers_;
  Vector signal_;
  Matrix factor_;
};

Matrix factor_of(const MatrixView& samples, const KernelChoice& kernel, ThreadPool& threads) {
  Indices rows(samples.rows());
  std::iota(rows.begin(), rows.end(), Index{0});
  Matrix factor = squared_distances(samples, rows, threads);
  to_kernel(factor.data(), factor.size(), kernel_exponent(kernel.scale));
  factor.diagonal().array() += kernel.ridge;
  if (!lapack::cholesky(lapack::block_of(factor))) {
    throw NumericalError("gp: the kernel matrix cannot be factored; a larger regression_ridge helps");
  }
  factor.triangularView<Eigen::StrictlyUpper>().setZero();
  return factor;
}

FittedExtension fit_gp(const ExtensionProblem& problem, const GpOptions& options, ThreadPool& threads) {
  require_samples(problem, kGpName, 2);
  const lapack::SerialBlas serial;
  const Matrix& coordinates = problem.embedding->coordinates;
  const Eigen::RowVectorXd mean = coordinates.colwise().mean();
  const Matrix centered = coordinates.rowwise() - mean;
  const KernelChoice kernel =
      choose_kernel(problem.samples, centered, {options.width.kernel_width, options.ridge.regression_ridge},
                    negative_log_likelihood, threads);
  Matrix factor = factor_of(problem.samples, kernel, threads);
  Matrix coefficients = centered;
  factor.triangularView<Eigen::Lower>().solveInPlace(coefficients);
  factor.transpose().triangularView<Eigen::Upper>().solveInPlace(coefficients);
  const Vector signal = centered.cwiseProduct(coefficients).colwise().mean().cwiseMax(0.0).transpose();
  FittedExtension fitted{std::make_shared<GpExtension>(
      kernel_map(problem.samples, std::move(coefficients), kernel.scale, mean), signal, std::move(factor))};
  fitted.diagnostics.interpolation_error = interpolation_error(*fitted.extension, problem, threads);
  return fitted;
}

std::shared_ptr<const Extension> load_gp(const NamedArrays& arrays) {
  KernelMap map = loaded_kernel_map(arrays);
  const Index n = map.map.n_centers();
  const Matrix& signal = shaped_array(arrays, "signal", {1, map.map.n_components()});
  const Matrix& factor = shaped_array(arrays, "factor", {n, n});
  if (!(signal.array() >= 0.0).all() || !(factor.diagonal().array() > 0.0).all()) {
    throw InvalidInput("variances and the diagonal of the factor must be above 0");
  }
  return std::make_shared<GpExtension>(std::move(map), signal.transpose(), factor);
}

}  // namespace

template <>
FieldTable<GpOptions> field_table<GpOptions>() {
  FieldTable<GpOptions> table;
  append_fields(table, &GpOptions::width);
  append_fields(table, &GpOptions::ridge);
  return table;
}

ExtensionMethod gp_method() {
  return {.name = kGpName,
          .class_name = "GaussianProcessExtension",
          .summary = "Gaussian process regression of the coordinates, with their variances",
          .knobs = knobs_of<GpOptions>(),
          .fit = [](const ExtensionProblem& problem, const OptionTexts& knobs,
                    ThreadPool& threads) { return fit_gp(problem, read_options<GpOptions>(knobs), threads); },
          .load = load_gp};
}

}  // namespace sosi
