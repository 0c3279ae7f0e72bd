// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/kernel/rbf_map.hpp"

#include <gtest/gtest.h>

#include "dense_oracle.hpp"
#include "kernel/gaussian_sum.hpp"
#include "kernel/single_system.hpp"
#include "problems.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace rbf_map_test {

using testing::all_rows;
using testing::random_matrix;

Eigen::MatrixXd kernel_matrix(const Matrix& distances, double scale) {
  return (-distances.array() / (scale * scale)).exp();
}

TEST(RbfMap, InterpolatesItsTargets) {
  ThreadPool threads(2);
  const Matrix samples = random_matrix(90, 20, 31);
  const Matrix targets = random_matrix(90, 4, 32);
  const Vector scales = Vector::LinSpaced(4, 3.0, 9.0);
  const RbfFit fitted = fit_rbf(samples, targets, scales, 0.0, threads);
  EXPECT_EQ(fitted.diagnostics.n_shifts, 0);
  EXPECT_LT((fitted.map.evaluate(samples, threads) - targets).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_LT(fitted.diagnostics.interpolation_error, 1e-10);
  EXPECT_EQ(fitted.map.centers(), samples);
}

TEST(RbfMap, RidgeIsKernelRidgeRegression) {
  ThreadPool threads(2);
  const Matrix samples = random_matrix(60, 8, 33);
  const Matrix targets = random_matrix(60, 2, 34);
  const double scale = 4.0;
  const RbfFit fitted = fit_rbf(samples, targets, Vector::Constant(2, scale), 0.3, threads);
  const Eigen::MatrixXd kernel = kernel_matrix(squared_distances(samples, all_rows(samples), threads), scale);
  const Eigen::MatrixXd expected = testing::solved(kernel + 0.3 * Eigen::MatrixXd::Identity(60, 60), targets);
  EXPECT_LT((fitted.map.coefficients() - expected).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(RbfMap, GradientIsThatOfFiniteDifferences) {
  ThreadPool threads(1);
  const Matrix samples = random_matrix(25, 5, 35);
  const RbfFit fitted =
      fit_rbf(samples, random_matrix(25, 3, 36), Vector::LinSpaced(3, 1.0, 3.0), 0.0, threads);
  const Matrix at = random_matrix(1, 5, 37);
  const Matrix gradient = fitted.map.gradient(at.row(0));
  const double step = 1e-5;
  for (Index j = 0; j < 5; ++j) {
    Matrix around = at.replicate(2, 1);
    around(0, j) += step;
    around(1, j) -= step;
    const Matrix values = fitted.map.evaluate(around, threads);
    for (Index k = 0; k < 3; ++k) {
      EXPECT_NEAR(gradient(k, j), (values(0, k) - values(1, k)) / (2.0 * step),
                  1e-7 * gradient.cwiseAbs().maxCoeff());
    }
  }
}

TEST(RbfMap, ARowsResultDependsOnThatRowAlone) {
  const Matrix centers = random_matrix(75, 33, 38);
  const Matrix coefficients = random_matrix(75, 5, 39);
  Vector scales(5);
  scales << 4.0, 5.0, 4.0, 6.0, 4.0;
  const RbfMap map(centers, all_rows(centers), coefficients, scales);
  const Matrix samples = random_matrix(101, 33, 40);
  ThreadPool one(1);
  const Matrix expected = map.evaluate(samples, one);
  for (int n = 2; n <= 4; ++n) {
    ThreadPool threads(n);
    EXPECT_EQ(map.evaluate(samples, threads), expected);
  }
  for (Index i = 0; i < samples.rows(); ++i) EXPECT_EQ(map.evaluate(samples.row(i), one), expected.row(i));
  for (Index i = 0; i < samples.rows(); ++i) {
    Matrix values(1, 5);
    map.evaluate_one({samples.row(i).data(), 33}, {values.data(), 5});
    EXPECT_EQ(values, expected.row(i));
  }
  for (const Index split : {1, 3, 50}) {
    EXPECT_EQ(map.evaluate(samples.topRows(split), one), expected.topRows(split));
    EXPECT_EQ(map.evaluate(samples.bottomRows(101 - split), one), expected.bottomRows(101 - split));
  }
}

TEST(RbfMap, IsTheSumItIsDefinedBy) {
  ThreadPool threads(2);
  for (const Index n : {1, 16, 127, 128, 129, 300}) {
    const Matrix centers = random_matrix(n, 7, 52);
    const Matrix coefficients = random_matrix(n, 4, 53);
    Vector scales(4);
    scales << 3.0, 2.0, 3.0, 5.0;
    const RbfMap map(centers, all_rows(centers), coefficients, scales);
    const Matrix samples = random_matrix(40, 7, 54);
    const Matrix found = map.evaluate(samples, threads);
    for (Index i = 0; i < samples.rows(); ++i) {
      const Vector distances = (centers.rowwise() - samples.row(i)).rowwise().squaredNorm();
      for (Index k = 0; k < 4; ++k) {
        const Vector terms =
            coefficients.col(k).cwiseProduct((-distances / (scales(k) * scales(k))).array().exp().matrix());
        EXPECT_NEAR(found(i, k), terms.sum(), 1e-14 * (terms.cwiseAbs().sum() + 1e-10));
      }
    }
  }
}

TEST(RbfMap, SumsOfGivenDistancesHaveTheSameBits) {
  ThreadPool threads(1);
  const Matrix samples = random_matrix(300, 20, 55);
  const Matrix coefficients = random_matrix(200, 3, 56);
  Vector scales(3);
  scales << 4.0, 6.0, 4.0;
  const Indices all = all_rows(samples);
  const RbfMap map(samples, std::span(all).first(200), coefficients, scales);
  const Matrix distances = squared_distances(samples, all, threads);
  const Matrix expected = map.evaluate(samples, threads);
  const GaussianSum sum(coefficients, scales);
  for (Index i = 0; i < samples.rows(); ++i) {
    Matrix values(1, 3);
    sum.evaluate(distances.row(i).data(), values.data());
    EXPECT_EQ(values, expected.row(i));
  }
}

TEST(RbfMap, FarAwayItIsZeroAndNeverNaN) {
  ThreadPool threads(1);
  const Matrix centers = random_matrix(10, 3, 41);
  const RbfMap map(centers, all_rows(centers), random_matrix(10, 2, 42), Vector::Constant(2, 1.0));
  const Matrix far = Matrix::Constant(1, 3, 1e150);
  EXPECT_EQ(map.evaluate(far, threads), Matrix::Zero(1, 2));
}

TEST(RbfMap, RefusesSamplesOfAnotherWidth) {
  ThreadPool threads(1);
  const Matrix centers = random_matrix(10, 3, 43);
  const RbfMap map(centers, all_rows(centers), random_matrix(10, 2, 44), Vector::Constant(2, 1.0));
  EXPECT_THROW(map.evaluate(random_matrix(2, 4, 45), threads), InvalidInput);
  std::vector<double> values(2);
  EXPECT_THROW(map.evaluate_one(std::vector<double>(4), values), InvalidInput);
  EXPECT_THROW(map.evaluate_one(std::vector<double>(3), std::span(values).first(1)), InvalidInput);
}

TEST(SingleSystem, AgreesWithADirectSolutionAcrossTiles) {
  ThreadPool threads(3);
  for (const Index n : {1, 127, 128, 129, 300}) {
    const Matrix samples = random_matrix(n, 30, 46);
    const Matrix distances = squared_distances(samples, all_rows(samples), threads);
    const SingleSystem system(distances, {6.0, 0.0}, *make_backend(Device::cpu, threads));
    const Eigen::MatrixXd kernel = kernel_matrix(distances, 6.0);
    const Matrix right = random_matrix(3, n, 47);
    const Eigen::MatrixXd expected = testing::solved(kernel, right.transpose());
    EXPECT_LT((system.solve(right).transpose() - expected).norm(), 1e-10 * expected.norm());
    const Vector diagonal = testing::inverse_of(kernel).diagonal();
    EXPECT_LT((system.inverse_diagonal() - diagonal).norm(), 1e-10 * diagonal.norm());
    const Eigen::VectorXd singular = testing::singular_values(kernel);
    const double condition = singular(0) / singular(n - 1);
    EXPECT_GT(system.condition(), condition / static_cast<double>(n) / 1.001);
    EXPECT_LT(system.condition(), condition * static_cast<double>(n) * 1.001);
  }
}

TEST(SingleSystem, HasTheSameBitsForAnyThreads) {
  const Matrix samples = random_matrix(400, 10, 48);
  ThreadPool one(1);
  const Matrix distances = squared_distances(samples, all_rows(samples), one);
  const Matrix right = random_matrix(2, 400, 49);
  const Matrix expected = SingleSystem(distances, {3.0, 0.0}, *make_backend(Device::cpu, one)).solve(right);
  for (int n = 2; n <= 4; ++n) {
    ThreadPool threads(n);
    EXPECT_EQ(SingleSystem(distances, {3.0, 0.0}, *make_backend(Device::cpu, threads)).solve(right),
              expected);
  }
}

TEST(SingleSystem, TakesTheSmallestShiftThatWorksAndSaysSo) {
  ThreadPool threads(1);
  const Matrix samples =
      random_matrix(200, 2, 50);  // so flat a kernel on a plane is singular in double precision
  const RbfFit fitted = fit_rbf(samples, random_matrix(200, 1, 51), Vector::Constant(1, 30.0), 0.0, threads);
  EXPECT_EQ(fitted.diagnostics.n_shifts, 1);
  EXPECT_GT(fitted.diagnostics.largest_shift, 0.0);
  EXPECT_LT(fitted.diagnostics.largest_shift, 1e-12);
  EXPECT_GT(fitted.diagnostics.condition, 1e13);
  // Half of it must fail: the same shift given as the ridge is no longer enough.
  const Matrix distances = squared_distances(samples, all_rows(samples), threads);
  const double shift = fitted.diagnostics.largest_shift;
  const auto backend = make_backend(Device::cpu, threads);
  EXPECT_EQ(SingleSystem(distances, {30.0, shift}, *backend).shift(), 0.0);
  EXPECT_GT(SingleSystem(distances, {30.0, shift / 2.0}, *backend).shift(), 0.0);
  EXPECT_TRUE(SingleSystem::unshifted(distances, {30.0, shift}, *backend));
  EXPECT_FALSE(SingleSystem::unshifted(distances, {30.0, shift / 2.0}, *backend));
}

}  // namespace rbf_map_test
}  // namespace sosi
