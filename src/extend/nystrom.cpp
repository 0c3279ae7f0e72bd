// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "extend/loaded_arrays.hpp"
#include "extend/methods.hpp"
#include "extend/reference_extension.hpp"
#include "extend/shared_options.hpp"
#include "extend/width_choice.hpp"

namespace sosi {

namespace {

// How the kernel is normalized, by its degrees d(x) = sum_j k(x, x_j): k(x, y) / d(x),
// k(x, y) / sqrt(d(x) d(y)), doubly centered, or as it is.
enum class KernelNormalization { random_walk, symmetric, centered, none };

}  // namespace

template <>
struct ChoiceNames<KernelNormalization> {
  static constexpr std::pair<KernelNormalization, std::string_view> names[] = {
      {KernelNormalization::random_walk, "random-walk"},
      {KernelNormalization::symmetric, "symmetric"},
      {KernelNormalization::centered, "centered"},
      {KernelNormalization::none, "none"}};
};

namespace {

struct NystromOptions {
  HeatOptions heat;
  KernelNormalization nystrom_kernel = KernelNormalization::random_walk;
};

struct NystromKernel {
  double heat;
  KernelNormalization normalization;
};

// f^k(x) = 1/lambda_k sum_i k~(x, x_i) y_i^k (Bengio et al.): what the eigenvectors y^k of the matrix of
// k~(x_i, x_j) are outside of the samples.
class NystromExtension : public ReferenceExtension {
 public:
  NystromExtension(Matrix samples, Matrix coordinates, Vector eigenvalues, Vector degrees,
                   NystromKernel kernel)
      : ReferenceExtension(std::move(samples), std::move(coordinates)),
        eigenvalues_(std::move(eigenvalues)),
        degrees_(std::move(degrees)),
        kernel_(kernel),
        weights_(this->coordinates() * eigenvalues_.cwiseInverse().asDiagonal()),
        sum_(weights_.colwise().sum()) {
    const auto n = static_cast<double>(degrees_.size());
    if (kernel_.normalization == KernelNormalization::symmetric) {
      weights_ = degrees_.cwiseSqrt().cwiseInverse().asDiagonal() * weights_;
    }
    constant_ = (degrees_.mean() - degrees_.array()).matrix().transpose() * weights_ / n;
  }

  std::string_view method() const override { return "nystrom"; }

  NamedArrays arrays() const override {
    return {{"samples", samples()},
            {"coordinates", coordinates()},
            {"degrees", degrees_.transpose()},
            {"heat", Matrix::Constant(1, 1, kernel_.heat)},
            {"normalization", Matrix::Constant(1, 1, static_cast<double>(kernel_.normalization))},
            {"eigenvalues", eigenvalues_.transpose()}};
  }

 private:
  // Trick: the smallest distance is subtracted from all, and its exponential, the factor e, comes back at the
  // end as far as it does not cancel: nothing underflows to 0/0 far from the samples.
  Eigen::RowVectorXd coordinates_at(const Eigen::Ref<const Eigen::RowVectorXd>& /*sample*/,
                                    std::span<const double> squared_distances) const override {
    const double smallest = std::ranges::min(squared_distances);
    double degree = 0.0;
    Eigen::RowVectorXd found = Eigen::RowVectorXd::Zero(n_components());
    for (std::size_t j = 0; j < squared_distances.size(); ++j) {
      const double similarity = std::exp((smallest - squared_distances[j]) / kernel_.heat);
      degree += similarity;
      found += similarity * weights_.row(static_cast<Index>(j));
    }
    const double e = std::exp(-smallest / kernel_.heat);
    switch (kernel_.normalization) {
      case KernelNormalization::symmetric:
        return std::sqrt(e / degree) * found;
      case KernelNormalization::random_walk:
        return found / degree;
      case KernelNormalization::centered:
        return e * (found - degree / static_cast<double>(degrees_.size()) * sum_) + constant_;
      case KernelNormalization::none:
        break;
    }
    return e * found;
  }

  Vector eigenvalues_;
  Vector degrees_;
  NystromKernel kernel_;
  Matrix weights_;
  Eigen::RowVectorXd sum_;
  Eigen::RowVectorXd constant_;
};

// sum_j k(x_i, x_j) of every sample.
Vector degrees_of(const MatrixView& samples, double heat, ThreadPool& threads) {
  const MapValues sums = NystromExtension(samples, Matrix::Ones(samples.rows(), 1), Vector::Ones(1),
                                          Vector::Ones(samples.rows()), {heat, KernelNormalization::none})
                             .evaluate(samples, threads);
  return sums.values.col(0);
}

// Aim: lambda_k, which coordinates of any origin do not come with. Formula: the Rayleigh quotient
// y^T K~ y / y^T y; the random walk is symmetric in the inner product with the degrees. It is the eigenvalue
// where y is an eigenvector, and the best factor in least squares elsewhere.
Vector rayleigh_quotients(const Matrix& coordinates, const Matrix& products, const Vector& degrees,
                          KernelNormalization normalization) {
  Vector quotients = Vector::Ones(coordinates.cols());
  const double largest =
      normalization == KernelNormalization::none || normalization == KernelNormalization::centered
          ? degrees.maxCoeff()
          : 1.0;
  constexpr double kSmallest = 1e-12;  // of the largest that a matrix can have
  for (Index k = 0; k < coordinates.cols(); ++k) {
    Vector left = coordinates.col(k);
    if (normalization == KernelNormalization::random_walk) left = left.cwiseProduct(degrees);
    const double norm = left.dot(coordinates.col(k));
    if (!(norm > 0.0)) continue;  // 0 everywhere: any factor will do
    quotients(k) = left.dot(products.col(k)) / norm;
    if (!(quotients(k) > kSmallest * largest)) {
      throw InvalidInput("nystrom: dimension " + std::to_string(k + 1) + " has the eigenvalue " +
                         OptionText<double>::format(quotients(k)) +
                         ": must be above 0; a smaller nystrom_heat makes it larger");
    }
  }
  return quotients;
}

FittedExtension fit_nystrom(const ExtensionProblem& problem, const NystromOptions& options,
                            ThreadPool& threads) {
  const Matrix& coordinates = problem.embedding->coordinates;
  const double heat = options.heat.nystrom_heat
                          ? *options.heat.nystrom_heat
                          : heat_by_leave_one_out(problem.samples, coordinates, threads);
  if (!(heat > 0.0)) throw InvalidInput("nystrom: most samples are equal: distinct ones are needed");
  const NystromKernel kernel{heat, options.nystrom_kernel};
  const Vector degrees = degrees_of(problem.samples, heat, threads);
  const Matrix products =
      NystromExtension(problem.samples, coordinates, Vector::Ones(coordinates.cols()), degrees, kernel)
          .evaluate(problem.samples, threads)
          .values;
  const Vector eigenvalues = rayleigh_quotients(coordinates, products, degrees, kernel.normalization);
  FittedExtension fitted{
      std::make_shared<NystromExtension>(problem.samples, coordinates, eigenvalues, degrees, kernel)};
  const Matrix error = products * eigenvalues.cwiseInverse().asDiagonal() - coordinates;
  const double largest = coordinates.cwiseAbs().maxCoeff();
  fitted.diagnostics.interpolation_error = error.cwiseAbs().maxCoeff() / (largest > 0.0 ? largest : 1.0);
  return fitted;
}

bool has_array(const NamedArrays& arrays, std::string_view name) {
  return std::ranges::any_of(arrays, [&](const auto& one) { return one.first == name; });
}

// Files written before there were two Nyström extensions call the modified one by this name; it has no
// eigenvalues.
std::shared_ptr<const Extension> load_nystrom(const NamedArrays& arrays) {
  if (has_array(arrays, "heat") && !has_array(arrays, "eigenvalues") && !has_array(arrays, "degrees")) {
    return load_modified_nystrom(arrays);
  }
  const Matrix& samples = shaped_array(arrays, "samples");
  const Matrix& coordinates = shaped_array(arrays, "coordinates", {samples.rows(), -1});
  const Matrix& degrees = shaped_array(arrays, "degrees", {1, samples.rows()});
  const Matrix& eigenvalues = shaped_array(arrays, "eigenvalues", {1, coordinates.cols()});
  if (!(degrees.array() > 0.0).all() || !(eigenvalues.array() > 0.0).all()) {
    throw InvalidInput("degrees and eigenvalues must be above 0");
  }
  const double normalization = shaped_array(arrays, "normalization", {1, 1})(0, 0);
  for (const auto& [kind, name] : ChoiceNames<KernelNormalization>::names) {
    if (static_cast<double>(kind) != normalization) continue;
    return std::make_shared<NystromExtension>(samples, coordinates, eigenvalues.transpose(),
                                              degrees.transpose(),
                                              NystromKernel{number_above(arrays, "heat", 0.0), kind});
  }
  throw InvalidInput("array 'normalization' is unknown");
}

}  // namespace

template <>
FieldTable<NystromOptions> field_table<NystromOptions>() {
  FieldTable<NystromOptions> table = {
      field("nystrom_kernel", &NystromOptions::nystrom_kernel, any_number(),
            "kernel whose eigenvectors the coordinates are taken for: normalized by the degree of the new "
            "sample (Laplacian eigenmaps), by those of both samples (spectral clustering), doubly centered "
            "(kernel PCA), or as it is")};
  append_fields(table, &NystromOptions::heat);
  return table;
}

ExtensionMethod nystrom_method() {
  return {.name = "nystrom",
          .class_name = "NystromExtension",
          .summary = "the Nyström formula, for eigenvectors of a Gaussian kernel",
          .knobs = knobs_of<NystromOptions>(),
          .fit =
              [](const ExtensionProblem& problem, const OptionTexts& knobs, ThreadPool& threads) {
                return fit_nystrom(problem, read_options<NystromOptions>(knobs), threads);
              },
          .load = load_nystrom};
}

}  // namespace sosi
