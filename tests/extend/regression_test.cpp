// SPDX-License-Identifier: BSD-3-Clause
// Extensions that are affine maps of features: linear, polynomial, sparse-grid.
#include <gtest/gtest.h>

#include <cmath>

#include "dense_oracle.hpp"
#include "extend/ridge_regression.hpp"
#include "extend/sparse_grid.hpp"
#include "problems.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {
namespace regression_test {

using testing::random_matrix;

ThreadPool& threads() {
  static ThreadPool pool(1);
  return pool;
}

Matrix extended(const Matrix& samples, const Embedding& embedding, const Matrix& points, const char* method,
                const OptionTexts& knobs = {}) {
  return extend({span_of(samples), &embedding}, method, knobs, threads())
      .extension->evaluate(points, threads())
      .values;
}

double largest_difference(const Matrix& a, const Matrix& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

// offset + W^T (x - mean) by the normal equations with the mean of their diagonal as the unit of the ridge.
Matrix by_normal_equations(const Matrix& features, const Matrix& targets, const Matrix& points,
                           double ridge) {
  const Eigen::RowVectorXd mean = features.colwise().mean();
  const Eigen::RowVectorXd offset = targets.colwise().mean();
  const Matrix x = features.rowwise() - mean;
  Matrix system = x.transpose() * x;
  const auto n = static_cast<double>(std::min(features.rows(), features.cols()));
  system.diagonal().array() += ridge * system.trace() / n;
  const Matrix weights = testing::solved(system, x.transpose() * (targets.rowwise() - offset));
  return ((points.rowwise() - mean) * weights).rowwise() + offset;
}

TEST(LinearExtension, ReproducesAffineMaps) {
  for (const Index n_features : {4, 80}) {  // fewer and more than samples
    const Matrix samples = random_matrix(50, n_features, 51);
    const Matrix slope = random_matrix(n_features, 3, 52);
    const Eigen::RowVectorXd offset = random_matrix(1, 3, 53).row(0);
    const Embedding embedding{(samples * slope).rowwise() + offset};
    const Matrix found = extended(samples, embedding, samples, "linear");
    EXPECT_LT(largest_difference(found, embedding.coordinates), 1e-7);
    if (n_features > 50) continue;  // elsewhere the samples do not determine the map
    const Matrix points = random_matrix(20, n_features, 54);
    EXPECT_LT(largest_difference(extended(samples, embedding, points, "linear"),
                                 (points * slope).rowwise() + offset),
              1e-7);
  }
}

TEST(LinearExtension, SolvesTheNormalEquations) {
  for (const Index n_features : {6, 70}) {
    const Matrix samples = random_matrix(40, n_features, 55);
    const Embedding embedding{random_matrix(40, 2, 56)};
    const Matrix points = random_matrix(20, n_features, 57);
    for (const double ridge : {1e-4, 1.0, 50.0}) {
      const Matrix found = extended(samples, embedding, points, "linear",
                                    {{"regression_ridge", OptionText<double>::format(ridge)}});
      EXPECT_LT(largest_difference(found, by_normal_equations(samples, embedding.coordinates, points, ridge)),
                1e-8)
          << n_features << " " << ridge;
    }
  }
}

TEST(LinearExtension, IsTheMapOfALinearEmbedding) {
  const Matrix samples = random_matrix(30, 5, 58);
  Embedding embedding{random_matrix(30, 2, 59)};
  embedding.linear = LinearMap{random_matrix(5, 1, 60), random_matrix(5, 2, 61)};
  const Matrix points = random_matrix(10, 5, 62);
  const Matrix expected = (points.rowwise() - embedding.linear->mean.transpose()) * embedding.linear->weights;
  EXPECT_LT(largest_difference(extended(samples, embedding, points, "linear"), expected), 1e-13);
}

// The rule once more: a regression without each of the samples.
double leave_one_out_error(const Matrix& samples, const Matrix& targets, double ridge) {
  const Index n = samples.rows();
  const Matrix all = samples.rowwise() - samples.colwise().mean();
  const double unit = all.squaredNorm() / static_cast<double>(std::min(samples.rows(), samples.cols()));
  double sum = 0.0;
  for (Index left = 0; left < n; ++left) {
    Indices rows;
    for (Index i = 0; i < n; ++i) {
      if (i != left) rows.push_back(i);
    }
    const Matrix x = samples(rows, Eigen::all);
    const Matrix y = targets(rows, Eigen::all);
    const Matrix centered = x.rowwise() - x.colwise().mean();
    const double own =
        centered.squaredNorm() / static_cast<double>(std::min(x.rows(), x.cols()));  // as the helper counts
    const Matrix found = by_normal_equations(x, y, samples.row(left), ridge * unit / own);
    sum += (found - targets.row(left)).squaredNorm();
  }
  return sum;
}

TEST(RidgeRegression, TakesTheRidgeWithTheSmallestLeaveOneOutError) {
  for (const Index n_features : {5, 60}) {
    const Matrix samples = random_matrix(30, n_features, 63);
    const Matrix targets = samples * random_matrix(n_features, 2, 64) + 3.0 * random_matrix(30, 2, 65);
    const Matrix points = random_matrix(10, n_features, 66);
    const AffineMap map = ridge_regression(samples, targets, std::nullopt);
    const Matrix found = ((points.rowwise() - map.mean.transpose()) * map.weights).rowwise() + map.offset;
    // Which ridge it was, by its map.
    double best = 0.0;
    double nearest = std::numeric_limits<double>::infinity();
    double smallest = std::numeric_limits<double>::infinity();
    for (double ridge = 1e-6; ridge < 1e3; ridge *= 1.02) {
      const double difference =
          largest_difference(found, by_normal_equations(samples, targets, points, ridge));
      if (difference < nearest) {
        nearest = difference;
        best = ridge;
      }
    }
    for (double ridge = 1e-6; ridge < 1e3; ridge *= 1.3) {
      smallest = std::min(smallest, leave_one_out_error(samples, targets, ridge));
    }
    EXPECT_LT(leave_one_out_error(samples, targets, best), 1.001 * smallest) << n_features;
  }
}

TEST(PolynomialExtension, ReproducesPolynomialsOfEveryFeature) {
  const Matrix samples = random_matrix(60, 4, 67);
  const Matrix points = random_matrix(20, 4, 68);
  const Matrix first = random_matrix(4, 2, 69);
  const Matrix third = random_matrix(4, 2, 70);
  const auto polynomial = [&](const Matrix& x) -> Matrix {
    return Matrix(x * first + Matrix(x.array().cube()) * third).array() + 0.7;
  };
  const Embedding embedding{polynomial(samples)};
  const Matrix found = extended(samples, embedding, points, "polynomial", {{"polynomial_degree", "3"}});
  EXPECT_LT(largest_difference(found, polynomial(points)), 1e-6);
  const Matrix of_line = extended(samples, embedding, points, "polynomial", {{"polynomial_degree", "1"}});
  EXPECT_LT(largest_difference(of_line, extended(samples, embedding, points, "linear")), 1e-6);
}

TEST(PolynomialExtension, DoesNotDependOnUnits) {
  const Matrix samples = random_matrix(60, 4, 67);
  const Matrix points = random_matrix(20, 4, 68);
  const Embedding embedding{random_matrix(60, 2, 69)};
  const OptionTexts knobs = {{"polynomial_degree", "5"}, {"regression_ridge", "0.01"}};
  const Matrix expected = extended(samples, embedding, points, "polynomial", knobs);
  for (const double unit : {1e-60, 1e60}) {
    const Matrix found = extended(unit * samples, embedding, unit * points, "polynomial", knobs);
    EXPECT_LT(largest_difference(found, expected), 1e-9);
  }
}

// All functions by their definition, at any point of the cube.
double modified_hat(double x, int level, Index number) {
  if (level == 1) return 1.0;
  const double n = std::ldexp(1.0, level);
  const double i = 2.0 * static_cast<double>(number) + 1.0;
  if (std::abs(x * n - i) > 1.0) return 0.0;
  if (number == 0) return 2.0 - n * x;
  if (i == n - 1.0) return n * x - i + 1.0;
  return 1.0 - std::abs(n * x - i);
}

TEST(SparseGrid, HasTheFunctionsOfItsDefinition) {
  const SparseGrid grid(3, 4);
  EXPECT_EQ(static_cast<double>(grid.size()), SparseGrid::count(3, 4));
  EXPECT_EQ(SparseGrid::count(1, 5), 31.0);
  EXPECT_EQ(SparseGrid::count(2, 3), 17.0);
  for (int n_dimensions = 1; n_dimensions <= 10; ++n_dimensions) {
    for (int level = 1; level <= 4; ++level) {
      EXPECT_EQ(static_cast<double>(SparseGrid(n_dimensions, level).size()),
                SparseGrid::count(n_dimensions, level));
    }
  }
  Random random(71);
  for (int trial = 0; trial < 50; ++trial) {
    const Eigen::RowVector3d point(random.uniform(0.0, 1.0), random.uniform(0.0, 1.0),
                                   random.uniform(0.0, 1.0));
    std::vector<double> found;
    for (const SparseGrid::Entry& entry : grid.at(point)) {
      ASSERT_TRUE(entry.function >= 0 && entry.function < grid.size());
      if (entry.value != 0.0) found.push_back(entry.value);
    }
    std::vector<double> expected;
    for (int a = 1; a <= 4; ++a) {
      for (int b = 1; b <= 4; ++b) {
        for (int c = 1; c <= 4; ++c) {
          if (a + b + c > 6) continue;
          for (Index i = 0; i < 1 << (a - 1); ++i) {
            for (Index j = 0; j < 1 << (b - 1); ++j) {
              for (Index k = 0; k < 1 << (c - 1); ++k) {
                const double value = modified_hat(point(0), a, i) * modified_hat(point(1), b, j) *
                                     modified_hat(point(2), c, k);
                if (value != 0.0) expected.push_back(value);
              }
            }
          }
        }
      }
    }
    std::ranges::sort(found);
    std::ranges::sort(expected);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-12);
  }
}

TEST(SparseGrid, NumbersEveryFunctionOnce) {
  const SparseGrid grid(2, 4);
  std::vector<int> n_seen(grid.size(), 0);
  // The middles of all hats of the finest grid: each function is largest, and met, at one of them.
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 64; ++j) {
      for (const auto& entry : grid.at(Eigen::RowVector2d((i + 0.5) / 64.0, (j + 0.5) / 64.0))) {
        ++n_seen[entry.function];
      }
    }
  }
  for (const int n : n_seen) EXPECT_GT(n, 0);
}

TEST(SparseGridExtension, ReproducesAffineMapsInsideTheCubeAndStopsAtItsWalls) {
  Matrix samples = random_matrix(120, 3, 72);
  const Matrix slope = random_matrix(3, 2, 73);
  const Embedding embedding{samples * slope};
  const OptionTexts knobs = {{"sparse_grid_dimensions", "3"}, {"regression_ridge", "0"}};
  const Matrix points = 0.3 * random_matrix(30, 3, 74);
  EXPECT_LT(largest_difference(extended(samples, embedding, points, "sparse-grid", knobs), points * slope),
            1e-8);
  const Matrix far = extended(samples, embedding, 1e6 * points, "sparse-grid", knobs);
  EXPECT_LT(far.cwiseAbs().maxCoeff(), 10.0 * embedding.coordinates.cwiseAbs().maxCoeff());
}

TEST(SparseGridExtension, RefusesGridsThatAreTooLarge) {
  const Matrix samples = random_matrix(20, 12, 75);
  const Embedding embedding{random_matrix(20, 2, 76)};
  const OptionTexts knobs = {{"sparse_grid_dimensions", "10"}, {"sparse_grid_level", "9"}};
  EXPECT_THROW(extended(samples, embedding, samples, "sparse-grid", knobs), InvalidInput);
}

}  // namespace regression_test
}  // namespace sosi
