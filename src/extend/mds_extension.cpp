// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "extend/kernel_map.hpp"
#include "extend/loaded_arrays.hpp"
#include "extend/methods.hpp"
#include "extend/reference_extension.hpp"
#include "linalg/lapack.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

constexpr const char* kMdsExtensionName = "mds-extension";

// What is learned of the samples: squared distances are multiplied by `unit`, and centered by these means.
struct MdsMeans {
  Vector rows;  // of the squared distances of every sample to all
  double all;   // of all squared distances
  double unit;
};

// The mean squared distance of x_i to all samples is ||x_i - mean||² + mean of ||x_j - mean||².
MdsMeans means_of(const MatrixView& samples, double unit) {
  const Eigen::RowVectorXd mean = samples.colwise().mean();
  const Vector squared = (samples.rowwise() - mean).rowwise().squaredNorm();
  return {unit * (squared.array() + squared.mean()), 2.0 * unit * squared.mean(), unit};
}

// Aim: y that is least squares for the inner products of x with the samples and with itself:
// min 2 sum_i (b_i - y_i.y)² + (b - y.y)², b_i and b from centered squared distances. Formula: with
// t = y.y, (Y^T Y + (t - b) I) y = Y^T b; in the eigenvectors of Y^T Y, y_k = g_k / (lambda_k + t - b). The
// global minimum is the only root of sum_k y_k² = t with t > b - min lambda, where the left side falls.
class MdsExtension : public ReferenceExtension {
 public:
  MdsExtension(Matrix samples, Matrix coordinates, double unit)
      : ReferenceExtension(std::move(samples), std::move(coordinates)),
        means_(means_of(this->samples(), unit)),
        center_(this->coordinates().colwise().mean()),
        centered_(this->coordinates().rowwise() - center_) {
    const lapack::SerialBlas serial;
    lapack::EigenPairs pairs =
        lapack::symmetric_eigenpairs(centered_.transpose() * centered_, 0, centered_.cols());
    values_ = pairs.values.cwiseMax(0.0);
    vectors_ = std::move(pairs.vectors);
    centered_ *= vectors_;
  }

  std::string_view method() const override { return kMdsExtensionName; }

  NamedArrays arrays() const override {
    return {{"samples", samples()},
            {"coordinates", coordinates()},
            {"unit", Matrix::Constant(1, 1, means_.unit)}};
  }

 private:
  Eigen::RowVectorXd coordinates_at(const Eigen::Ref<const Eigen::RowVectorXd>& /*sample*/,
                                    std::span<const double> squared_distances) const override {
    const Eigen::Map<const Vector> distances(squared_distances.data(), std::ssize(squared_distances));
    const double mean = means_.unit * distances.mean();
    Vector products = Vector::Zero(values_.size());  // Y^T b
    for (Index i = 0; i < distances.size(); ++i) {
      const double product = -0.5 * (means_.unit * distances(i) - mean - means_.rows(i) + means_.all);
      products += product * centered_.row(i).transpose();
    }
    const double own = mean - 0.5 * means_.all;
    const double shift = solved_shift(products, own);
    // A dimension without spread that the sample does not reach either: 0/0.
    const Vector y = (products.array() == 0.0).select(0.0, products.cwiseQuotient(shifted(shift)));
    return center_ + (vectors_ * y).transpose();
  }

  Vector shifted(double shift) const { return values_.array() + shift; }

  // s = t - b by bisection: h(s) = sum_k (g_k / (lambda_k + s))² - s - b falls for s > -min lambda.
  double solved_shift(const Vector& products, double own) const {
    const double least = values_.minCoeff();
    const auto excess = [&](double s) {
      double sum = -s - own;
      for (Index k = 0; k < values_.size(); ++k) {
        if (products(k) == 0.0) continue;
        const double one = products(k) / (values_(k) + s);
        sum += one * one;
      }
      return sum;
    };
    double low = -least;
    // There, every term is at most ||g||² / width², and width reaches what is to be outweighed.
    double high = low + std::cbrt(products.squaredNorm()) + std::abs(own) + least;
    while (high > low && excess(high) > 0.0) high += high - low;
    for (int i = 0; i < kBisections && low < high; ++i) {
      const double middle = low + 0.5 * (high - low);
      if (middle == low || middle == high) break;
      (excess(middle) > 0.0 ? low : high) = middle;
    }
    return high;
  }

  static constexpr int kBisections = 200;
  MdsMeans means_;
  Eigen::RowVectorXd center_;
  Matrix centered_;  // coordinates along the eigenvectors
  Vector values_;
  Matrix vectors_;
};

// Aim: units in which distances of samples are those of coordinates: the factor a of the centered inner
// products B with <a B, Y Y^T> = <Y Y^T, Y Y^T>, which is 1 for classical scaling of the distances to any
// number of dimensions. Trick: <B, Y Y^T> = ||X^T Y||², and no matrix of all pairs is made.
double unit_of(const ExtensionProblem& problem) {
  const Matrix x = problem.samples.rowwise() - problem.samples.colwise().mean();
  const Matrix& given = problem.embedding->coordinates;
  const Matrix y = given.rowwise() - given.colwise().mean();
  const double own = (y.transpose() * y).squaredNorm();
  const double both = (x.transpose() * y).squaredNorm();
  if (!std::isnormal(both) || !std::isnormal(own / both)) {
    throw InvalidInput(
        "mds-extension: samples or coordinates do not vary together: there is no unit of distance");
  }
  return own / both;
}

}  // namespace

ExtensionMethod mds_extension_method() {
  return {.name = kMdsExtensionName,
          .class_name = "MDSExtension",
          .summary = "least squares of inner products, as in multidimensional scaling",
          .knobs = {},
          .fit =
              [](const ExtensionProblem& problem, const OptionTexts& /*knobs*/, ThreadPool& /*threads*/) {
                require_samples(problem, kMdsExtensionName, 2);
                return FittedExtension{std::make_shared<MdsExtension>(
                    problem.samples, problem.embedding->coordinates, unit_of(problem))};
              },
          .load = [](const NamedArrays& arrays) -> std::shared_ptr<const Extension> {
            const Matrix& samples = shaped_array(arrays, "samples");
            const Matrix& coordinates = shaped_array(arrays, "coordinates", {samples.rows(), -1});
            return std::make_shared<MdsExtension>(samples, coordinates, number_above(arrays, "unit", 0.0));
          }};
}

}  // namespace sosi
