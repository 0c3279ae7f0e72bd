// SPDX-License-Identifier: BSD-3-Clause
// Extensions that are combinations of Gaussian kernels: krr, gp, sparse-rkhs, geometric-harmonics.
#include <gtest/gtest.h>

#include <cmath>

#include "dense_oracle.hpp"
#include "extend/kernel_choice.hpp"
#include "problems.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/extend/extension.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace kernel_extensions_test {

using testing::random_matrix;

class KernelExtensions : public ::testing::Test {
 protected:
  KernelExtensions() : embedding_{Matrix(50, 2)} {
    embedding_.coordinates << samples_.col(0).array().sin() + 2.0,
        samples_.col(1).cwiseProduct(samples_.col(2));
    distances_ = squared_distances(samples_, testing::all_rows(samples_), threads_);
    median_ = median_distances(distances_).distance;
  }

  FittedExtension fitted(const char* method, const OptionTexts& knobs) {
    return extend({span_of(samples_), &embedding_}, method, knobs, threads_);
  }

  Matrix kernel(const Matrix& points, double scale) const {
    Matrix values(points.rows(), samples_.rows());
    for (Index i = 0; i < points.rows(); ++i) {
      values.row(i) =
          (-(samples_.rowwise() - points.row(i)).rowwise().squaredNorm() / (scale * scale)).array().exp();
    }
    return values;
  }

  Matrix centered() const {
    return embedding_.coordinates.rowwise() - embedding_.coordinates.colwise().mean();
  }

  static double number(const FittedExtension& found, const char* name) {
    return array_named(found.extension->arrays(), name)(0, 0);
  }

  ThreadPool threads_{1};
  Matrix samples_ = random_matrix(50, 3, 81);
  Matrix points_ = random_matrix(20, 3, 82);
  Embedding embedding_;
  Matrix distances_;
  double median_ = 0.0;
};

const OptionTexts kGiven = {{"kernel_width", "1.3"}, {"regression_ridge", "0.01"}};

TEST_F(KernelExtensions, RidgeRegressionSolvesItsSystem) {
  const FittedExtension found = fitted("krr", kGiven);
  Matrix system = kernel(samples_, 1.3 * median_);
  system.diagonal().array() += 0.01;
  const Matrix expected = (kernel(points_, 1.3 * median_) * testing::solved(system, centered())).rowwise() +
                          embedding_.coordinates.colwise().mean();
  EXPECT_LT((found.extension->evaluate(points_, threads_).values - expected).cwiseAbs().maxCoeff(), 1e-10);
}

TEST_F(KernelExtensions, LeaveOneOutErrorIsThatOfRegressionsWithoutEachSample) {
  const double scale = 0.8 * median_;
  const KernelSpectrum spectrum = kernel_spectrum(distances_, embedding_.coordinates, scale);
  const Matrix all = kernel(samples_, scale);
  double expected = 0.0;
  for (Index left = 0; left < 50; ++left) {
    Indices rows = testing::all_rows(samples_);
    rows.erase(rows.begin() + left);
    Matrix system = all(rows, rows);
    system.diagonal().array() += 0.03;
    const Matrix solved = testing::solved(system, embedding_.coordinates(rows, Eigen::all));
    const Matrix predicted = all(Indices{left}, rows) * solved;
    expected += (predicted - embedding_.coordinates.row(left)).squaredNorm();
  }
  EXPECT_NEAR(leave_one_out_error(spectrum, 0.03), expected, 1e-9 * expected);
}

TEST_F(KernelExtensions, TheChosenWidthAndRidgeAreTheBestOfAGrid) {
  for (const auto& criterion :
       {KernelCriterion(leave_one_out_error), KernelCriterion(negative_log_likelihood)}) {
    const Matrix targets = centered() + 0.1 * random_matrix(50, 2, 83);
    const KernelChoice chosen = choose_kernel(samples_, targets, {}, criterion, threads_);
    const double found = criterion(kernel_spectrum(distances_, targets, chosen.scale), chosen.ridge);
    for (double width = 0.11; width < 6.0; width *= 1.2) {
      const KernelSpectrum spectrum = kernel_spectrum(distances_, targets, width * median_);
      for (double ridge = 1e-9; ridge < 10.0; ridge *= 3.0) {
        EXPECT_LT(found, criterion(spectrum, ridge) + 1e-2 * std::abs(found)) << width << " " << ridge;
      }
    }
  }
}

TEST_F(KernelExtensions, LikelihoodIsThatOfTheDefinition) {
  const Matrix targets = centered();
  const double scale = 0.5 * median_;
  const double ridge = 0.02;
  Matrix covariance = kernel(samples_, scale);
  covariance.diagonal().array() += ridge;
  double expected = 0.0;
  for (Index k = 0; k < 2; ++k) {
    const Vector y = targets.col(k);
    const double signal = y.dot(Vector(testing::solved(covariance, y))) / 50.0;
    const Matrix own = signal * covariance;
    const double log_determinant = 2.0 * testing::cholesky_factor(own).diagonal().array().log().sum();
    expected +=
        0.5 * y.dot(Vector(testing::solved(own, y))) + 0.5 * log_determinant - 25.0;  // without the constants
  }
  const KernelSpectrum spectrum = kernel_spectrum(distances_, targets, scale);
  EXPECT_NEAR(negative_log_likelihood(spectrum, ridge), expected, 1e-8 * std::abs(expected));
}

TEST_F(KernelExtensions, GaussianProcessHasTheMeanAndVarianceOfItsFormula) {
  const FittedExtension found = fitted("gp", kGiven);
  const double scale = 1.3 * median_;
  Matrix system = kernel(samples_, scale);
  system.diagonal().array() += 0.01;
  const Matrix inverse = testing::inverse_of(system);
  const Matrix cross = kernel(points_, scale);
  const Matrix mean = (cross * inverse * centered()).rowwise() + embedding_.coordinates.colwise().mean();
  EXPECT_LT((found.extension->evaluate(points_, threads_).values - mean).cwiseAbs().maxCoeff(), 1e-9);
  const Matrix variances = found.extension->variances(points_, threads_);
  for (Index k = 0; k < 2; ++k) {
    const double signal = centered().col(k).dot(inverse * centered().col(k)) / 50.0;
    for (Index i = 0; i < points_.rows(); ++i) {
      const double expected = signal * (1.0 - (cross.row(i) * inverse).dot(cross.row(i)));
      EXPECT_NEAR(variances(i, k), expected, 1e-9 * signal);
    }
  }
}

TEST_F(KernelExtensions, GaussianProcessIsCertainAtItsSamplesAndUncertainFarAway) {
  const FittedExtension found = fitted("gp", {{"kernel_width", "0.5"}, {"regression_ridge", "1e-8"}});
  const Vector signal = array_named(found.extension->arrays(), "signal").row(0).transpose();
  const Matrix at_samples = found.extension->variances(samples_, threads_);
  const Matrix far = found.extension->variances(Matrix::Constant(1, 3, 1e3), threads_);
  for (Index k = 0; k < 2; ++k) {
    EXPECT_LT(at_samples.col(k).maxCoeff(), 1e-7 * signal(k));
    EXPECT_EQ(far(0, k), signal(k));
  }
  ThreadPool three(3);
  EXPECT_EQ(found.extension->variances(points_, three), found.extension->variances(points_, threads_));
  EXPECT_EQ(found.extension->variances(points_.row(7), three),
            found.extension->variances(points_, threads_).row(7));
}

TEST_F(KernelExtensions, SparseCombinationIsTheLeastSquaresFitOfItsCenters) {
  const FittedExtension found =
      fitted("sparse-rkhs", {{"kernel_width", "0.7"}, {"sparse_rkhs_tolerance", "0.2"}});
  const Matrix centers = array_named(found.extension->arrays(), "centers");
  EXPECT_LT(centers.rows(), 30);
  const Matrix residual = embedding_.coordinates - found.extension->evaluate(samples_, threads_).values;
  EXPECT_LE(residual.norm(), 0.2 * centered().norm());
  // Nothing is left of the residual along the chosen kernel functions.
  for (Index l = 0; l < centers.rows(); ++l) {
    const Vector column = kernel(centers.row(l), 0.7 * median_).row(0).transpose();
    EXPECT_LT((column.transpose() * residual).norm(), 1e-9 * column.norm());
  }
}

TEST_F(KernelExtensions, SparseCombinationOfAllCentersInterpolates) {
  const FittedExtension all =
      fitted("sparse-rkhs", {{"kernel_width", "0.3"}, {"sparse_rkhs_tolerance", "0"}});
  EXPECT_EQ(array_named(all.extension->arrays(), "centers").rows(), 50);
  EXPECT_LT(all.diagnostics.interpolation_error, 1e-9);
  Index before = 50;
  for (const char* tolerance : {"0.05", "0.1", "0.3", "0.6"}) {
    const FittedExtension found =
        fitted("sparse-rkhs", {{"kernel_width", "0.3"}, {"sparse_rkhs_tolerance", tolerance}});
    const Index n = array_named(found.extension->arrays(), "centers").rows();
    EXPECT_LT(n, before) << tolerance;
    before = n;
  }
}

TEST_F(KernelExtensions, HarmonicsAreExtendedEigenvectors) {
  const double scale = 0.9 * median_;
  const Matrix own = kernel(samples_, scale);
  const testing::SymmetricPairs pairs = testing::symmetric_pairs(own);
  const double least = 0.02 * pairs.values.maxCoeff();
  Matrix expected = Matrix::Zero(points_.rows(), 2);
  for (Index j = 0; j < 50; ++j) {
    const double value = pairs.values(j);
    if (value < least) continue;
    const Vector harmonic = kernel(points_, scale) * pairs.vectors.col(j) / value;
    expected += harmonic * (pairs.vectors.col(j).transpose() * embedding_.coordinates);
  }
  const FittedExtension found =
      fitted("geometric-harmonics", {{"kernel_width", "0.9"}, {"harmonics_cutoff", "0.02"}});
  EXPECT_LT((found.extension->evaluate(points_, threads_).values - expected).cwiseAbs().maxCoeff(), 1e-9);
}

TEST_F(KernelExtensions, HarmonicsOfAllEigenvaluesInterpolate) {
  const FittedExtension found =
      fitted("geometric-harmonics", {{"kernel_width", "0.3"}, {"harmonics_cutoff", "1e-14"}});
  EXPECT_LT(found.diagnostics.interpolation_error, 1e-9);
}

TEST_F(KernelExtensions, HarmonicsTakeTheWidestKernelWithinTheTolerance) {
  const FittedExtension strict = fitted("geometric-harmonics", {{"harmonics_tolerance", "0.01"}});
  const FittedExtension loose = fitted("geometric-harmonics", {{"harmonics_tolerance", "0.2"}});
  EXPECT_LT(number(strict, "scale"), number(loose, "scale"));
  const auto relative_error = [&](const FittedExtension& one) {
    const Matrix found = one.extension->evaluate(samples_, threads_).values;
    return (found - embedding_.coordinates).norm() / embedding_.coordinates.norm();
  };
  EXPECT_LE(relative_error(strict), 0.01 + 1e-9);
  EXPECT_LE(relative_error(loose), 0.2 + 1e-9);
}

TEST_F(KernelExtensions, EqualSamplesAreRefused) {
  const Matrix equal = Matrix::Constant(5, 3, 1.0);
  const Embedding embedding{random_matrix(5, 2, 84)};
  for (const char* method : {"krr", "gp", "sparse-rkhs", "geometric-harmonics"}) {
    EXPECT_THROW(extend({span_of(equal), &embedding}, method, {}, threads_), InvalidInput) << method;
  }
}

}  // namespace kernel_extensions_test
}  // namespace sosi
