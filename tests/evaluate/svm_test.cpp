// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/evaluate/svm.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "evaluate/svm_machine.hpp"
#include "problems.hpp"

namespace sosi {
namespace svm_test {

using testing::random_matrix;

// Overlapping clouds, one a class.
struct Clouds {
  explicit Clouds(int n_classes, Index n, std::uint64_t seed) : samples(random_matrix(n, 4, seed)) {
    for (Index i = 0; i < n; ++i) {
      classes.push_back(static_cast<int>(i) % n_classes);
      samples(i, classes.back() % 4) += 2.0;
    }
  }

  Matrix samples;
  std::vector<int> classes;
};

std::vector<KernelRow> kernel_rows(const Matrix& kernel) {
  std::vector<KernelRow> rows;
  for (Index i = 0; i < kernel.rows(); ++i) {
    rows.push_back(make_kernel_row(kernel.cols(), i));
    for (Index j = 0; j < kernel.cols(); ++j) rows.back()[j + 1].value = kernel(i, j);
  }
  return rows;
}

// y_i times the coefficient of every sample, 0 for those that are no support vectors.
Vector signed_coefficients(const SvmMachine& machine, Index n) {
  Vector coefficients = Vector::Zero(n);
  for (int k = 0; k < machine.model().l; ++k) {
    coefficients(static_cast<Index>(machine.model().SV[k][0].value) - 1) = machine.model().sv_coef[0][k];
  }
  return coefficients;
}

TEST(Svm, MeetsTheOptimalityConditions) {
  const Clouds clouds(2, 80, 41);
  const Matrix kernel = clouds.samples * clouds.samples.transpose();
  const auto rows = kernel_rows(kernel);
  for (const double cost : {0.1, 1.0, 10.0}) {
    const SvmMachine machine({rows, clouds.classes, testing::all_rows(clouds.samples)}, cost);
    const Vector coefficients = signed_coefficients(machine, 80);
    EXPECT_NEAR(coefficients.sum(), 0.0, 1e-10 * cost);
    // The hyperplane put together from its support vectors is the one the kernel values give.
    const Vector normal = clouds.samples.transpose() * coefficients;
    const Vector decisions = (clouds.samples * normal).array() - machine.model().rho[0];
    for (Index i = 0; i < 80; ++i) {
      const double sign = clouds.classes[i] == 0 ? 1.0 : -1.0;
      const double margin = sign * decisions(i);
      const double alpha = sign * coefficients(i);
      EXPECT_GE(alpha, 0.0);
      EXPECT_LE(alpha, cost);
      EXPECT_TRUE(alpha >= cost || margin >= 1.0 - 2e-3);
      EXPECT_TRUE(alpha <= 0.0 || margin <= 1.0 + 2e-3);
      EXPECT_EQ(machine.classify(rows[i]), decisions(i) > 0.0 ? 0 : 1);
    }
  }
}

TEST(Svm, SeparatesWhatCanBeSeparated) {
  ThreadPool threads(2);
  const testing::Curves curves = testing::make_curves(4, 60, 20, 42);
  const Matrix labeled = curves.samples.topRows(60);
  const std::vector<int> classes(curves.classes.begin(), curves.classes.begin() + 60);
  for (const SvmKernel kernel : {SvmKernel::linear, SvmKernel::gaussian}) {
    const SvmResult found =
        classify_by_svm({span_of(labeled), classes}, curves.samples, {kernel, {}, {}}, threads);
    EXPECT_TRUE(std::equal(classes.begin(), classes.end(), found.classes.begin()));
    EXPECT_LT(error_rate(found.classes, curves.classes, std::vector<int>(240, kUnlabeled)), 0.1);
    EXPECT_EQ(found.n_held_out, 60);
    EXPECT_EQ(found.gamma > 0.0, kernel == SvmKernel::gaussian);
  }
}

TEST(Svm, GammaIsWhatTheWidthMeans) {
  ThreadPool threads(1);
  Matrix samples(3, 1);
  samples << 0, 1, 4;  // distances 1, 3, 4
  const std::vector<int> classes = {0, 0, 1};
  const SvmResult found =
      classify_by_svm({span_of(samples), classes}, samples, {SvmKernel::gaussian, 7.0, 2.0}, threads);
  EXPECT_DOUBLE_EQ(found.gamma, 1.0 / 36.0);
  EXPECT_EQ(found.cost, 7.0);
  EXPECT_EQ(found.width, 2.0);
  EXPECT_EQ(found.n_held_out, 0);
}

TEST(Svm, DoesNotDependOnUnits) {
  ThreadPool threads(2);
  const Clouds labeled(3, 45, 43);
  const Clouds others(3, 200, 44);
  for (const SvmKernel kernel : {SvmKernel::linear, SvmKernel::gaussian}) {
    const SvmOptions options{kernel, {}, {}};
    const SvmResult expected =
        classify_by_svm({span_of(labeled.samples), labeled.classes}, others.samples, options, threads);
    const Matrix larger = 1024.0 * labeled.samples;
    const SvmResult found =
        classify_by_svm({span_of(larger), labeled.classes}, 1024.0 * others.samples, options, threads);
    EXPECT_EQ(found.classes, expected.classes);
    EXPECT_EQ(found.width, expected.width);
    EXPECT_EQ(found.cross_validation_error, expected.cross_validation_error);
  }
}

TEST(Svm, GivenCostMeansTheSameForBothWaysToChoose) {
  ThreadPool threads(2);
  const Clouds labeled(3, 45, 45);
  const Clouds others(3, 200, 46);
  const LabeledSamples given{span_of(labeled.samples), labeled.classes};
  const SvmResult chosen = classify_by_svm(given, others.samples, {SvmKernel::linear, {}, {}}, threads);
  const SvmResult again =
      classify_by_svm(given, others.samples, {SvmKernel::linear, chosen.cost, {}}, threads);
  EXPECT_EQ(again.classes, chosen.classes);
  EXPECT_DOUBLE_EQ(again.cost, chosen.cost);
}

TEST(Svm, OneLabelAClassLeavesNothingToHoldOut) {
  ThreadPool threads(1);
  const Clouds labeled(4, 4, 47);
  const SvmResult found =
      classify_by_svm({span_of(labeled.samples), labeled.classes}, labeled.samples, {}, threads);
  EXPECT_EQ(found.classes, labeled.classes);
  EXPECT_EQ(found.n_held_out, 0);
  EXPECT_EQ(found.cost, 100.0);
  EXPECT_EQ(found.width, 1.0);
  // The only sample of a class does not keep the others from being held out.
  const std::vector<int> classes = {2, 1, 1, 0};
  EXPECT_EQ(classify_by_svm({span_of(labeled.samples), classes}, labeled.samples, {}, threads).n_held_out, 2);
}

// Whatever the kernel, only the bias can tell anything about equal samples: the hinge loss is least at the
// class of the majority.
TEST(Svm, EqualSamplesAllGetTheClassOfTheMajority) {
  ThreadPool threads(1);
  for (const Matrix& equal : {Matrix(Matrix::Zero(6, 2)), Matrix(Matrix::Constant(6, 2, 3.0))}) {
    for (const std::vector<int>& classes : {std::vector<int>{0, 0, 0, 0, 1, 1}, {1, 0, 1, 1, 0, 1}}) {
      const int majority = classes[0];
      for (const SvmKernel kernel : {SvmKernel::linear, SvmKernel::gaussian}) {
        const SvmResult found = classify_by_svm({span_of(equal), classes}, equal, {kernel, {}, {}}, threads);
        EXPECT_EQ(found.classes, std::vector<int>(6, majority));
        EXPECT_TRUE(std::isfinite(found.cost) && std::isfinite(found.gamma));
        EXPECT_DOUBLE_EQ(found.cross_validation_error, 2.0 / 6.0);
      }
    }
  }
}

TEST(Svm, BitsDoNotDependOnThreads) {
  const Clouds labeled(5, 50, 48);
  const Clouds others(5, 300, 49);
  ThreadPool one(1);
  ThreadPool three(3);
  for (const SvmKernel kernel : {SvmKernel::linear, SvmKernel::gaussian}) {
    const LabeledSamples given{span_of(labeled.samples), labeled.classes};
    const SvmResult expected = classify_by_svm(given, others.samples, {kernel, {}, {}}, one);
    const SvmResult found = classify_by_svm(given, others.samples, {kernel, {}, {}}, three);
    EXPECT_EQ(found.classes, expected.classes);
    EXPECT_EQ(found.cost, expected.cost);
    EXPECT_EQ(found.gamma, expected.gamma);
    EXPECT_EQ(found.cross_validation_error, expected.cross_validation_error);
  }
}

TEST(Svm, ImpossibleArgumentsAreRefused) {
  ThreadPool threads(1);
  const Clouds clouds(2, 20, 50);
  const auto refused = [&](const std::vector<int>& classes, const SvmOptions& options) {
    EXPECT_THROW(classify_by_svm({span_of(clouds.samples), classes}, clouds.samples, options, threads),
                 InvalidInput);
  };
  refused(clouds.classes, {SvmKernel::linear, 0.0, {}});
  refused(clouds.classes, {SvmKernel::gaussian, {}, -1.0});
  refused(std::vector<int>(20, 3), {});
  refused(std::vector<int>(20, -1), {});
  refused(std::vector<int>(19, 0), {});
}

}  // namespace svm_test
}  // namespace sosi
