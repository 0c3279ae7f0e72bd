// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/kernel_ridge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "dense_oracle.hpp"
#include "problems.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace kernel_ridge_test {

using testing::random_matrix;

struct Clouds {
  Clouds(Index n, std::uint64_t seed) : samples(random_matrix(n, 4, seed)) {
    for (Index i = 0; i < n; ++i) {
      classes.push_back(static_cast<int>(i % 3));
      samples(i, classes.back()) += 2.0;
    }
  }

  LabeledSamples labeled() const { return {span_of(samples), classes}; }

  // Indicators less their mean.
  Matrix targets() const {
    Matrix indicators = Matrix::Zero(samples.rows(), 3);
    for (Index i = 0; i < samples.rows(); ++i) indicators(i, classes[i]) = 1.0;
    const Eigen::RowVectorXd mean = indicators.colwise().mean();
    return indicators.rowwise() - mean;
  }

  Matrix samples;
  std::vector<int> classes;
};

Matrix kernel_between(const Matrix& a, const Matrix& b, double scale) {
  Matrix kernel(a.rows(), b.rows());
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < b.rows(); ++j) {
      kernel(i, j) = std::exp(-(a.row(i) - b.row(j)).squaredNorm() / (scale * scale));
    }
  }
  return kernel;
}

// Every sample left out in turn, with a system of its own.
double left_out_error(const Clouds& clouds, double scale, double ridge) {
  const Matrix targets = clouds.targets();
  const Matrix kernel = kernel_between(clouds.samples, clouds.samples, scale);
  double sum = 0.0;
  for (Index out = 0; out < kernel.rows(); ++out) {
    Indices others;
    for (Index i = 0; i < kernel.rows(); ++i) {
      if (i != out) others.push_back(i);
    }
    Matrix system = kernel(others, others);
    system.diagonal().array() += ridge;
    const Matrix coefficients = testing::solved(system, Matrix(targets(others, Eigen::all)));
    const Eigen::RowVectorXd others_kernel = kernel(out, others);
    sum += (others_kernel * coefficients - targets.row(out)).squaredNorm();
  }
  return sum;
}

TEST(KernelRidge, SolvesTheSystemOfTheIndicators) {
  const Clouds clouds(45, 1);
  const Matrix samples = random_matrix(20, 4, 2);
  ThreadPool threads(2);
  const auto result = classify_by_kernel_ridge(clouds.labeled(), samples, {0.7, 0.02}, threads);
  const Matrix distances = squared_distances(clouds.samples, testing::all_rows(clouds.samples), threads);
  EXPECT_DOUBLE_EQ(result.scale, 0.7 * median_distances(distances).distance);
  Matrix system = kernel_between(clouds.samples, clouds.samples, result.scale);
  system.diagonal().array() += 0.02;
  const Matrix expected =
      kernel_between(samples, clouds.samples, result.scale) * testing::solved(system, clouds.targets());
  EXPECT_LT(((result.values.array() - 1.0 / 3.0).matrix() - expected).cwiseAbs().maxCoeff(), 1e-10);
  for (Index i = 0; i < samples.rows(); ++i) {
    EXPECT_EQ(result.values(i, result.classes[i]), result.values.row(i).maxCoeff());
  }
}

TEST(KernelRidge, ChoosesWhatPredictsLabelsBestThatAreLeftOut) {
  const Clouds clouds(36, 3);
  ThreadPool threads(2);
  const auto chosen = classify_by_kernel_ridge(clouds.labeled(), clouds.samples, {}, threads);
  const double least = left_out_error(clouds, chosen.scale, chosen.ridge);
  for (const double scale : {0.5, 0.8, 1.25, 2.0}) {
    for (const double ridge : {0.3, 1.0, 3.0}) {
      EXPECT_LT(least, 1.001 * left_out_error(clouds, scale * chosen.scale, ridge * chosen.ridge));
    }
  }
}

TEST(KernelRidge, OneLabelPerClassIsEnoughAndOneClassIsNot) {
  ThreadPool threads(1);
  Clouds three(3, 4);
  const auto result = classify_by_kernel_ridge(three.labeled(), three.samples, {}, threads);
  EXPECT_EQ(result.classes, three.classes);
  std::ranges::fill(three.classes, 0);
  EXPECT_THROW(classify_by_kernel_ridge(three.labeled(), three.samples, {}, threads), InvalidInput);
  Clouds equal(6, 5);
  equal.samples.setOnes();
  EXPECT_THROW(classify_by_kernel_ridge(equal.labeled(), equal.samples, {}, threads), InvalidInput);
}

}  // namespace kernel_ridge_test
}  // namespace sosi
