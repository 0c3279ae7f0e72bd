// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "extend/loaded_arrays.hpp"
#include "extend/methods.hpp"
#include "extend/ridge_regression.hpp"
#include "extend/shared_options.hpp"

namespace sosi {

namespace {

constexpr int kHighestDegree = 8;

struct PolynomialOptions {
  int polynomial_degree = 2;
  RidgeOptions ridge;
};

// x/unit, (x/unit)², …, (x/unit)^degree, feature by feature: a polynomial without products of features, whose
// number would grow with the power of their number. The unit keeps powers from over- and underflowing.
struct Powers {
  int degree;
  double unit;

  Eigen::RowVectorXd of(const Eigen::Ref<const Eigen::RowVectorXd>& sample) const {
    const Index n = sample.size();
    Eigen::RowVectorXd all(degree * n);
    all.head(n) = sample / unit;
    for (Index p = 1; p < degree; ++p) {
      all.segment(p * n, n) = all.segment((p - 1) * n, n).cwiseProduct(all.head(n));
    }
    return all;
  }
};

class PolynomialExtension : public FeatureExtension {
 public:
  PolynomialExtension(const Powers& powers, const AffineMap& map)
      : FeatureExtension(map.weights.rows() / powers.degree, map), powers_(powers) {}

  std::string_view method() const override { return "polynomial"; }

  NamedArrays arrays() const override {
    NamedArrays all = FeatureExtension::arrays();
    all.emplace_back("degree", Matrix::Constant(1, 1, powers_.degree));
    all.emplace_back("unit", Matrix::Constant(1, 1, powers_.unit));
    return all;
  }

 private:
  Eigen::RowVectorXd coordinates_at(const Eigen::Ref<const Eigen::RowVectorXd>& sample) const override {
    return mapped(powers_.of(sample));
  }

  Powers powers_;
};

FittedExtension fit_polynomial(const ExtensionProblem& problem, const PolynomialOptions& options) {
  const double largest = problem.samples.cwiseAbs().maxCoeff();
  const Powers powers{options.polynomial_degree, largest > 0.0 ? largest : 1.0};
  Matrix features(problem.samples.rows(), powers.degree * problem.samples.cols());
  for (Index i = 0; i < features.rows(); ++i) features.row(i) = powers.of(problem.samples.row(i));
  return {std::make_shared<PolynomialExtension>(
      powers, ridge_regression(features, problem.embedding->coordinates, options.ridge.regression_ridge))};
}

std::shared_ptr<const Extension> load_polynomial(const NamedArrays& arrays) {
  const AffineMap map = loaded_affine_map(arrays);
  const double degree = number_above(arrays, "degree", 0.0);
  if (degree != std::floor(degree) || degree > kHighestDegree ||
      map.weights.rows() % static_cast<Index>(degree) != 0) {
    throw InvalidInput("array 'degree' does not fit the weights");
  }
  const Powers powers{static_cast<int>(degree), number_above(arrays, "unit", 0.0)};
  return std::make_shared<PolynomialExtension>(powers, map);
}

}  // namespace

template <>
FieldTable<PolynomialOptions> field_table<PolynomialOptions>() {
  FieldTable<PolynomialOptions> table = {
      field("polynomial_degree", &PolynomialOptions::polynomial_degree, between(1, kHighestDegree),
            "highest power of the features in the polynomial extension; larger follows the coordinates more "
            "closely and extrapolates worse")};
  append_fields(table, &PolynomialOptions::ridge);
  return table;
}

ExtensionMethod polynomial_method() {
  return {.name = "polynomial",
          .class_name = "PolynomialExtension",
          .summary = "a polynomial of every feature, fitted to the coordinates",
          .knobs = knobs_of<PolynomialOptions>(),
          .fit =
              [](const ExtensionProblem& problem, const OptionTexts& knobs, ThreadPool& /*threads*/) {
                return fit_polynomial(problem, read_options<PolynomialOptions>(knobs));
              },
          .load = load_polynomial};
}

}  // namespace sosi
