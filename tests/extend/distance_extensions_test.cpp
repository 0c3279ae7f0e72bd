// SPDX-License-Identifier: BSD-3-Clause
// Extensions that look at the distances to the samples: local-similarity, mds-extension, laplacian-pyramid.
#include <gtest/gtest.h>

#include <cmath>

#include "dense_oracle.hpp"
#include "problems.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/extend/extension.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace distance_extensions_test {

using testing::random_matrix;

ThreadPool& threads() {
  static ThreadPool pool(1);
  return pool;
}

FittedExtension fitted(const Matrix& samples, const Matrix& coordinates, const char* method,
                       const OptionTexts& knobs = {}) {
  const Embedding embedding{coordinates};
  return extend({span_of(samples), &embedding}, method, knobs, threads());
}

Matrix extended(const Matrix& samples, const Matrix& coordinates, const Matrix& points, const char* method,
                const OptionTexts& knobs = {}) {
  return fitted(samples, coordinates, method, knobs).extension->evaluate(points, threads()).values;
}

TEST(LocalSimilarityExtension, ReproducesSimilaritiesOfFlatManifolds) {
  const Matrix frame = testing::random_frame(2, 6, 91);
  const Matrix plane = random_matrix(60, 2, 92);
  const Matrix turn = testing::random_frame(2, 2, 93);
  const Eigen::RowVectorXd shift = random_matrix(1, 6, 94).row(0);
  const Matrix samples = (plane * frame).rowwise() + shift;
  const Matrix coordinates = (3.5 * plane * turn).rowwise() + Eigen::RowVector2d(1.0, -2.0);
  const Matrix at = random_matrix(20, 2, 95);
  const Matrix points = (at * frame).rowwise() + shift;
  const Matrix expected = (3.5 * at * turn).rowwise() + Eigen::RowVector2d(1.0, -2.0);
  for (const char* n : {"auto", "3", "10", "1000"}) {
    const Matrix found =
        extended(samples, coordinates, points, "local-similarity", {{"similarity_neighbors", n}});
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-9) << n;
  }
}

TEST(LocalSimilarityExtension, IgnoresWhatIsAcrossTheManifold) {
  const Matrix frame = testing::random_frame(3, 6, 91);
  const Matrix plane = random_matrix(60, 2, 92);
  const Matrix samples = plane * frame.topRows(2);
  Matrix points = random_matrix(20, 2, 95) * frame.topRows(2);
  const Matrix expected =
      extended(samples, plane, points, "local-similarity", {{"similarity_neighbors", "60"}});
  points.rowwise() += 0.2 * frame.row(2);
  EXPECT_LT(
      (extended(samples, plane, points, "local-similarity", {{"similarity_neighbors", "60"}}) - expected)
          .cwiseAbs()
          .maxCoeff(),
      1e-10);
}

// The objective of the extension: with the centered inner products of a sample.
struct MdsObjective {
  Matrix y;
  Vector products;
  double own;

  double at(const Vector& point) const {
    const double rest = own - point.squaredNorm();
    return 2.0 * (products - y * point).squaredNorm() + rest * rest;
  }
};

TEST(MdsExtension, IsThePrincipalProjectionOfSamplesInTheSpanOfClassicalScaling) {
  const Matrix samples = random_matrix(40, 3, 101);
  const Eigen::RowVectorXd mean = samples.colwise().mean();
  const Matrix centered = samples.rowwise() - mean;
  const Matrix points = random_matrix(20, 3, 102);
  const Matrix all = testing::symmetric_pairs(centered.transpose() * centered).vectors;
  const Matrix found = extended(samples, centered * all, points, "mds-extension");
  EXPECT_LT((found - (points.rowwise() - mean) * all).cwiseAbs().maxCoeff(), 1e-9);
  // Of fewer dimensions, the unit of distances is found all the same.
  const Matrix two = all.rightCols(2);
  const FittedExtension of_two = fitted(samples, centered * two, "mds-extension");
  EXPECT_NEAR(array_named(of_two.extension->arrays(), "unit")(0, 0), 1.0, 1e-12);
  const FittedExtension scaled = fitted(samples, 3.0 * centered * two, "mds-extension");
  EXPECT_NEAR(array_named(scaled.extension->arrays(), "unit")(0, 0), 9.0, 1e-11);
}

TEST(MdsExtension, MinimizesTheErrorOfInnerProducts) {
  const Matrix samples = random_matrix(30, 4, 103);
  const Matrix coordinates = samples.leftCols(2).array().sin() + 0.3;
  const Matrix points = random_matrix(10, 4, 104);
  const FittedExtension extension = fitted(samples, coordinates, "mds-extension");
  const double unit = array_named(extension.extension->arrays(), "unit")(0, 0);
  const Matrix found = extension.extension->evaluate(points, threads()).values;
  const Eigen::RowVectorXd center = coordinates.colwise().mean();
  const Eigen::RowVectorXd mean = samples.colwise().mean();
  for (Index i = 0; i < points.rows(); ++i) {
    const Vector x = (points.row(i) - mean).transpose();
    const MdsObjective objective{coordinates.rowwise() - center, unit * (samples.rowwise() - mean) * x,
                                 unit * x.squaredNorm()};
    const Vector y = (found.row(i) - center).transpose();
    const double least = objective.at(y);
    for (int k = 0; k < 2; ++k) {  // a stationary point
      const Vector step = 1e-5 * Vector::Unit(2, k);
      EXPECT_NEAR((objective.at(y + step) - objective.at(y - step)) / 2e-5, 0.0, 1e-5 * (1.0 + least));
    }
    for (double a = -4.0; a <= 4.0; a += 0.1) {  // and no other is lower
      for (double b = -4.0; b <= 4.0; b += 0.1) EXPECT_GE(objective.at(Eigen::Vector2d(a, b)), least - 1e-9);
    }
  }
}

TEST(MdsExtension, RefusesCoordinatesThatDoNotVary) {
  const Matrix samples = random_matrix(10, 3, 105);
  EXPECT_THROW(fitted(samples, Matrix::Ones(10, 2), "mds-extension"), InvalidInput);
  EXPECT_THROW(fitted(Matrix::Ones(10, 2), samples, "mds-extension"), InvalidInput);
}

class PyramidTest : public ::testing::Test {
 protected:
  PyramidTest() {
    distances_ = squared_distances(samples_, testing::all_rows(samples_), threads());
    const double width = 1.5 * median_distances(distances_).distance;
    heat_ = width * width;
  }

  static Matrix averaging(const Matrix& squared_distances, double heat, bool without_own) {
    Matrix weights = (-squared_distances / heat).array().exp();
    if (without_own) weights.diagonal().setZero();
    return weights.rowwise().sum().cwiseInverse().asDiagonal() * weights;
  }

  // The pyramid of so many levels at the points, by its definition; `agreement` gets that of each level.
  Matrix by_definition(const Matrix& points, int n_levels, bool without_own,
                       std::vector<double>& agreement) const {
    Matrix to_points(points.rows(), samples_.rows());
    for (Index i = 0; i < points.rows(); ++i) {
      to_points.row(i) = (samples_.rowwise() - points.row(i)).rowwise().squaredNorm();
    }
    Matrix found = Matrix::Zero(points.rows(), coordinates_.cols());
    Matrix residual = coordinates_;
    double heat = heat_;
    for (int level = 0; level < n_levels; ++level, heat /= 2.0) {
      found += averaging(to_points, heat, false) * residual;
      residual -= averaging(distances_, heat, without_own) * residual;
      const Matrix predicted = coordinates_ - residual;
      double sum = 0.0;
      for (Index k = 0; k < 2; ++k) {
        sum +=
            predicted.col(k).dot(coordinates_.col(k)) / predicted.col(k).norm() / coordinates_.col(k).norm();
      }
      agreement.push_back(sum);
    }
    return found;
  }

  Matrix samples_ = random_matrix(60, 2, 111);
  Matrix coordinates_ = samples_.array().sin() + 0.1 * random_matrix(60, 2, 112).array();
  Matrix points_ = 0.7 * random_matrix(20, 2, 113);
  Matrix distances_;
  double heat_ = 0.0;
};

TEST_F(PyramidTest, AveragesWhatTheLevelsBeforeMissed) {
  for (const int n_levels : {1, 3, 6}) {
    std::vector<double> agreement;
    const Matrix expected = by_definition(points_, n_levels, false, agreement);
    const Matrix found =
        extended(samples_, coordinates_, points_, "laplacian-pyramid",
                 {{"kernel_width", "1.5"}, {"pyramid_levels", OptionText<int>::format(n_levels)}});
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-12) << n_levels;
  }
}

TEST_F(PyramidTest, OfOneLevelIsTheModifiedNystromExtension) {
  const Matrix found = extended(samples_, coordinates_, points_, "laplacian-pyramid",
                                {{"kernel_width", "1.5"}, {"pyramid_levels", "1"}});
  const Matrix expected = extended(samples_, coordinates_, points_, "nystrom-modified",
                                   {{"nystrom_heat", OptionText<double>::format(heat_)}});
  EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-12);
}

TEST_F(PyramidTest, EndsWhereSamplesThatAreLeftOutArePredictedBest) {
  std::vector<double> agreement;
  by_definition(points_, 8, true, agreement);
  const int n_best = static_cast<int>(std::ranges::max_element(agreement) - agreement.begin()) + 1;
  ASSERT_LT(n_best, 8);
  const FittedExtension found =
      fitted(samples_, coordinates_, "laplacian-pyramid", {{"kernel_width", "1.5"}});
  EXPECT_EQ(array_named(found.extension->arrays(), "levels")(0, 0), n_best);
  std::vector<double> again;
  const Matrix expected = by_definition(points_, n_best, true, again);
  EXPECT_LT((found.extension->evaluate(points_, threads()).values - expected).cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace distance_extensions_test
}  // namespace sosi
