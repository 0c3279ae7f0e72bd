// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/linear_discriminant.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "dense_oracle.hpp"
#include "linalg/ledoit_wolf.hpp"
#include "problems.hpp"

namespace sosi {
namespace linear_discriminant_test {

using testing::random_matrix;

// Three classes of unequal sizes.
struct Clouds {
  Clouds(Index n, Index n_features, std::uint64_t seed) : samples(random_matrix(n, n_features, seed)) {
    for (Index i = 0; i < n; ++i) {
      classes.push_back(i % 6 < 3 ? 0 : i % 6 < 5 ? 1 : 2);
      samples(i, classes.back()) += 2.0;
      samples.row(i).array() += 10.0;
    }
  }

  Matrix samples;
  std::vector<int> classes;
};

// log prior - (x - m)^T C^-1 (x - m)/2 with the dense shrunk covariance, less that of the first class.
Matrix score_differences(const Clouds& clouds, const Matrix& samples, double shrinkage) {
  const Index p = samples.cols();
  const auto n = static_cast<double>(clouds.samples.rows());
  Matrix means = Matrix::Zero(3, p);
  Vector sizes = Vector::Zero(3);
  for (Index i = 0; i < clouds.samples.rows(); ++i) {
    means.row(clouds.classes[i]) += clouds.samples.row(i);
    sizes(clouds.classes[i]) += 1.0;
  }
  means = sizes.cwiseInverse().asDiagonal() * means;
  Matrix covariance = Matrix::Zero(p, p);
  for (Index i = 0; i < clouds.samples.rows(); ++i) {
    const Eigen::RowVectorXd residual = clouds.samples.row(i) - means.row(clouds.classes[i]);
    covariance += residual.transpose() * residual / n;
  }
  const double mean_variance = covariance.trace() / static_cast<double>(p);
  const Matrix inverse = testing::inverse_of((1.0 - shrinkage) * covariance +
                                             shrinkage * mean_variance * Matrix::Identity(p, p));
  Matrix scores(samples.rows(), 3);
  for (Index i = 0; i < samples.rows(); ++i) {
    for (Index c = 0; c < 3; ++c) {
      const Eigen::RowVectorXd difference = samples.row(i) - means.row(c);
      scores(i, c) = std::log(sizes(c) / n) - 0.5 * difference.dot(difference * inverse);
    }
  }
  return scores.colwise() - Vector(scores.col(0));
}

TEST(LinearDiscriminant, IsTheLogarithmOfPriorTimesDensity) {
  ThreadPool threads(2);
  for (const Index n_features : {Index{4}, Index{30}, Index{100}}) {
    SCOPED_TRACE(n_features);
    const Clouds clouds(30, n_features, 7);
    const Matrix samples = random_matrix(70, n_features, 8).array() + 10.0;
    for (const std::optional<double> given : {std::optional<double>(), {0.01}, {0.6}, {1.0}}) {
      const auto result = classify_by_linear_discriminant({span_of(clouds.samples), clouds.classes}, samples,
                                                          {given}, threads);
      const Matrix expected = score_differences(clouds, samples, result.shrinkage);
      const Matrix found = result.scores.colwise() - Vector(result.scores.col(0));
      EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-8 * (1.0 + expected.cwiseAbs().maxCoeff()));
      EXPECT_EQ(result.shrinkage, given.value_or(result.shrinkage));
    }
  }
}

TEST(LinearDiscriminant, WithOneSamplePerClassTakesTheNearest) {
  ThreadPool threads(1);
  const Matrix labeled = random_matrix(4, 6, 3);
  const std::vector<int> classes = {0, 1, 2, 3};
  const Matrix samples = random_matrix(50, 6, 4);
  const auto result = classify_by_linear_discriminant({span_of(labeled), classes}, samples, {}, threads);
  for (Index i = 0; i < samples.rows(); ++i) {
    Index nearest = 0;
    (labeled.rowwise() - samples.row(i)).rowwise().squaredNorm().minCoeff(&nearest);
    EXPECT_EQ(result.classes[i], nearest);
  }
}

TEST(LinearDiscriminant, RefusesWhatHasNoAnswer) {
  ThreadPool threads(1);
  const Clouds wide(12, 20, 5);
  const auto classify = [&](const Clouds& clouds, const LinearDiscriminantOptions& options) {
    return classify_by_linear_discriminant({span_of(clouds.samples), clouds.classes}, clouds.samples, options,
                                           threads);
  };
  EXPECT_THROW(classify(wide, {0.0}), InvalidInput);
  EXPECT_THROW(classify(wide, {1.5}), InvalidInput);
  Clouds repeated(40, 4, 6);
  repeated.samples.col(3) = repeated.samples.col(2);
  EXPECT_THROW(classify(repeated, {0.0}), InvalidInput);
  EXPECT_NO_THROW(classify(repeated, {}));
  Clouds one_class(12, 3, 5);
  std::ranges::fill(one_class.classes, 1);
  EXPECT_THROW(classify(one_class, {}), InvalidInput);
}

TEST(LinearDiscriminant, BitsDoNotDependOnThreads) {
  const Clouds clouds(40, 50, 9);
  const Matrix samples = random_matrix(300, 50, 10);
  ThreadPool one(1);
  ThreadPool three(3);
  const LabeledSamples labeled{span_of(clouds.samples), clouds.classes};
  EXPECT_EQ(classify_by_linear_discriminant(labeled, samples, {}, one).scores,
            classify_by_linear_discriminant(labeled, samples, {}, three).scores);
}

}  // namespace linear_discriminant_test
}  // namespace sosi
