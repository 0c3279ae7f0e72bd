// SPDX-License-Identifier: BSD-3-Clause
#include "tune/leave_one_out.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "problems.hpp"
#include "sosi/graph/distances.hpp"
#include "sosi/kernel/rbf_map.hpp"

namespace sosi {
namespace leave_one_out_test {

using testing::all_rows;
using testing::make_curves;
using testing::random_matrix;

TEST(LeaveOneOut, IsWhatTheMapSaysWithoutTheSample) {
  const Matrix samples = random_matrix(150, 6, 11);
  const Matrix targets = random_matrix(150, 3, 12);
  const Vector scales = (Vector(3) << 2.0, 1.5, 2.0).finished();
  ThreadPool threads(2);
  const Matrix all = squared_distances(samples, all_rows(samples), threads);
  const SampleDistances distances(all, 0);
  for (const double ridge : {0.0, 0.3}) {
    const auto leave_one_out =
        LeaveOneOut::make(distances, scales, ridge, *make_backend(Device::cpu, threads));
    ASSERT_TRUE(leave_one_out);
    const Matrix left_out = leave_one_out->values(targets);
    for (const Index i : {0, 77, 149}) {
      Indices others = all_rows(samples);
      others.erase(others.begin() + i);
      const RbfFit without =
          fit_rbf(samples(others, Eigen::all), targets(others, Eigen::all), scales, ridge, threads);
      const Matrix value = without.map.evaluate(samples.row(i), threads);
      EXPECT_LT((value - left_out.row(i)).cwiseAbs().maxCoeff(), 1e-9) << i;
    }
  }
}

TEST(LeaveOneOut, SaysWhereNothingCanBeSolved) {
  const Matrix samples = random_matrix(60, 2, 13);
  ThreadPool threads(1);
  const Matrix all = squared_distances(samples, all_rows(samples), threads);
  const SampleDistances distances(all, 0);
  const auto backend = make_backend(Device::cpu, threads);
  EXPECT_FALSE(LeaveOneOut::make(distances, Vector::Constant(1, 100.0), 0.0, *backend));
}

TEST(Inconsistency, IsTheDocumentedSum) {
  const Matrix targets = random_matrix(9, 2, 15);
  const Matrix left_out = random_matrix(9, 2, 16);
  double expected = 0.0;
  for (Index k = 0; k < 2; ++k) {
    const Vector labeled = targets.col(k).head(4);
    const Vector squares = (left_out.col(k) - targets.col(k)).array().square();
    const double variance = (labeled.array() - labeled.mean()).square().mean();
    expected += (squares.head(4).mean() + 3.0 * squares.mean()) / variance / 2.0;
  }
  EXPECT_NEAR(inconsistency(targets, left_out, 4), std::log(expected), 1e-12);
}

// Targets of two classes, by which class a sample is in: right, swallowed, and with labels at random.
TEST(Inconsistency, IsLeastForTheTrueClasses) {
  const auto data = make_curves(2, 60, 8, 14);
  ThreadPool threads(1);
  const Matrix all = squared_distances(data.samples, all_rows(data.samples), threads);
  const SampleDistances distances(all, 0);
  const auto leave_one_out =
      LeaveOneOut::make(distances, Vector::Constant(1, 1.5), 0.0, *make_backend(Device::cpu, threads));
  ASSERT_TRUE(leave_one_out);
  constexpr Index kLabeled = 8;
  const auto score = [&](const std::function<int(Index)>& class_of) {
    Matrix targets(data.samples.rows(), 1);
    for (Index i = 0; i < targets.rows(); ++i) targets(i, 0) = i < kLabeled ? data.classes[i] : class_of(i);
    return inconsistency(targets, leave_one_out->values(targets), kLabeled);
  };
  const double truth = score([&](Index i) { return data.classes[i]; });
  EXPECT_LT(truth, score([](Index) { return 0; }));
  EXPECT_LT(truth, score([](Index i) { return i % 3 == 0 ? 1 : 0; }));
}

TEST(Inconsistency, DoesNotLookAtDimensionsThatDoNotVary) {
  const Matrix targets = random_matrix(20, 2, 15);
  const Matrix left_out = random_matrix(20, 2, 16);
  Matrix wider(20, 3);
  wider << targets, Matrix::Constant(20, 1, 1000.0);
  Matrix wider_left_out(20, 3);
  wider_left_out << left_out, Matrix::Constant(20, 1, 999.0);
  EXPECT_EQ(inconsistency(wider, wider_left_out, 5), inconsistency(targets, left_out, 5));
  EXPECT_TRUE(std::isinf(inconsistency(wider.rightCols(1), wider_left_out.rightCols(1), 5)));
}

}  // namespace leave_one_out_test
}  // namespace sosi
