// SPDX-License-Identifier: BSD-3-Clause
#include "extend/ridge_regression.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "extend/kernel_choice.hpp"
#include "extend/loaded_arrays.hpp"
#include "linalg/dot.hpp"
#include "linalg/lapack.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

constexpr double kLowestRidge = 1e-10;
constexpr double kHighestRidge = 1e3;
constexpr int kRidges = 14;
constexpr int kSections = 12;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// X = U diag(sqrt(s)) V^T without the directions in which it is no longer than `rounding`, from the smaller
// of X X^T and X^T X.
struct ThinFactors {
  Vector values;  // s
  Matrix left;    // U
  Matrix right;   // V
};

ThinFactors thin_factors(const Matrix& x, double rounding) {
  const bool is_wide = x.cols() >= x.rows();
  const Index n = std::min(x.rows(), x.cols());
  Matrix gram = is_wide ? Matrix(x * x.transpose()) : Matrix(x.transpose() * x);
  lapack::EigenPairs pairs = lapack::symmetric_eigenpairs(std::move(gram), 0, n);
  const double least =
      std::max(pairs.values.maxCoeff() * static_cast<double>(n) * kEpsilon, rounding * rounding);
  Index n_lost = 0;
  while (n_lost < n && !(pairs.values(n_lost) > least)) ++n_lost;
  const Index rank = n - n_lost;
  const Vector values = pairs.values.tail(rank);
  const Matrix vectors = pairs.vectors.rightCols(rank);
  const Vector inverse_roots = values.cwiseSqrt().cwiseInverse();
  if (is_wide) return {values, vectors, x.transpose() * vectors * inverse_roots.asDiagonal()};
  return {values, x * vectors * inverse_roots.asDiagonal(), vectors};
}

// Aim: the errors at samples that are left out, (y - H y)_i / (1 - H_ii), with H = 1 1^T/N + U diag(s/(s +
// r)) U^T. Trick: y - H y and 1 - H_ii are sums of what U leaves over and of multiples of r/(s + r), and not
// differences, so that they are accurate where the regression nearly interpolates.
class LeaveOneOut {
 public:
  LeaveOneOut(const ThinFactors& factors, const Matrix& targets)
      : factors_(factors), rotated_(factors.left.transpose() * targets) {
    const double n = static_cast<double>(targets.rows());
    free_ = (1.0 - 1.0 / n) - factors.left.rowwise().squaredNorm().array();
    rest_ = targets - factors.left * rotated_;
    constexpr double kRounding = 1e-11;
    for (Index i = 0; i < free_.size(); ++i) {
      if (free_(i) > kRounding) continue;
      free_(i) = 0.0;
      rest_.row(i).setZero();
    }
  }

  double error(double ridge) const {
    const Vector kept = ridge * (factors_.values.array() + ridge).inverse();
    const Matrix residuals = rest_ + factors_.left * (kept.asDiagonal() * rotated_);
    const Vector divisors = free_ + factors_.left.cwiseAbs2() * kept;
    double sum = 0.0;
    for (Index i = 0; i < divisors.size(); ++i) {
      if (divisors(i) > 0.0) sum += residuals.row(i).squaredNorm() / (divisors(i) * divisors(i));
    }
    return sum;
  }

 private:
  const ThinFactors& factors_;
  Matrix rotated_;
  Vector free_;
  Matrix rest_;
};

}  // namespace

AffineMap ridge_regression(const MatrixView& features, const MatrixView& targets,
                           std::optional<double> ridge) {
  const lapack::SerialBlas serial;
  const Vector mean = features.colwise().mean().transpose();
  const Eigen::RowVectorXd offset = targets.colwise().mean();
  const Matrix centered = targets.rowwise() - offset;
  const ThinFactors factors = thin_factors(features.rowwise() - mean.transpose(), kEpsilon * features.norm());
  AffineMap map{mean, Matrix::Zero(features.cols(), targets.cols()), offset};
  if (factors.values.size() == 0) return map;
  const double unit = factors.values.sum() / static_cast<double>(std::min(features.rows(), features.cols()));
  if (!ridge) {
    const LeaveOneOut judge(factors, centered);
    ridge =
        std::exp(smallest_on_grid(std::log(kLowestRidge), std::log(kHighestRidge), kRidges, kSections,
                                  [&](double log_ridge) { return judge.error(unit * std::exp(log_ridge)); }));
  }
  const Vector gains = factors.values.cwiseSqrt().array() / (factors.values.array() + unit * *ridge);
  map.weights = factors.right * (gains.asDiagonal() * (factors.left.transpose() * centered));
  return map;
}

FeatureExtension::FeatureExtension(Index n_features, AffineMap map)
    : n_features_(n_features), map_(std::move(map)), rows_(map_.weights.transpose()) {}

Eigen::RowVectorXd FeatureExtension::mapped(const Eigen::Ref<const Eigen::RowVectorXd>& features) const {
  const Eigen::RowVectorXd centered = features - map_.mean.transpose();
  Eigen::RowVectorXd found = map_.offset;
  for (Index k = 0; k < rows_.rows(); ++k) {
    found(k) += dot(centered.data(), rows_.row(k).data(), rows_.cols());
  }
  return found;
}

MapValues FeatureExtension::evaluate(const MatrixView& samples, ThreadPool& threads) const {
  if (samples.cols() != n_features_) {
    throw InvalidInput("the samples have " + std::to_string(samples.cols()) + " features; the map expects " +
                       std::to_string(n_features_));
  }
  constexpr Index kRowsPerItem = 32;
  MapValues found{Matrix(samples.rows(), n_components()), Vector::Zero(samples.rows())};
  threads.for_each((samples.rows() + kRowsPerItem - 1) / kRowsPerItem, [&](std::size_t item) {
    const Index first = static_cast<Index>(item) * kRowsPerItem;
    for (Index i = first; i < std::min(first + kRowsPerItem, samples.rows()); ++i) {
      found.values.row(i) = coordinates_at(samples.row(i));
    }
  });
  return found;
}

NamedArrays FeatureExtension::arrays() const {
  return {{"mean", map_.mean.transpose()}, {"offset", map_.offset}, {"weights", map_.weights}};
}

AffineMap loaded_affine_map(const NamedArrays& arrays) {
  const Matrix& weights = shaped_array(arrays, "weights");
  const Matrix& mean = shaped_array(arrays, "mean", {1, weights.rows()});
  const Matrix& offset = shaped_array(arrays, "offset", {1, weights.cols()});
  return {mean.row(0).transpose(), weights, offset.row(0)};
}

}  // namespace sosi
