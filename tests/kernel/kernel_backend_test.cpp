// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/kernel_backend.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "dense_oracle.hpp"
#include "problems.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace kernel_backend_test {

using testing::positions_of;
using testing::random_matrix;

constexpr Index kSamples = 320;
constexpr Index kCenters = 290;

// Two systems: the first and the last dimension share a scale.
struct Problem {
  ThreadPool threads{2};
  Matrix samples = random_matrix(kSamples, 12, 61);
  Matrix targets = random_matrix(kSamples, 3, 62);
  Vector scales = (Vector(3) << 3.0, 2.5, 3.0).finished();
  SampleSet set{samples, testing::row_range(kSamples), {}};
  SampleDistances distances{set, kSamples, threads};

  SystemsShape shape(double ridge, bool carries) const {
    return {group_scales(scales), ridge, kCenters, carries};
  }
  Matrix targets_of(std::span<const Position> centers) const {
    return targets(Indices(centers.begin(), centers.end()), Eigen::all);
  }
  void append(KernelSystems& systems, const Positions& centers) const {
    systems.append(centers, targets_of(centers));
  }
};

// Centers in an order of their own.
Positions centers_in_order() {
  Positions centers;
  for (Index i = 0; i < kCenters; ++i) centers.emplace_back((i * 37 + 11) % kSamples);
  return centers;
}

Positions part(const Positions& all, Index first, Index last) {
  return {all.begin() + first, all.begin() + last};
}

// f of the samples that are carried along, by position.
Matrix values_by_position(const KernelSystems& systems, std::size_t system) {
  const Matrix values = systems.values(system);
  Matrix by_position = Matrix::Zero(kSamples, values.cols());
  const std::span<const Position> carried = systems.carried();
  for (std::size_t i = 0; i < carried.size(); ++i) by_position.row(carried[i]) = values.row(i);
  return by_position;
}

void expect_same_bits(const KernelSystems& found, const KernelSystems& expected, bool carries) {
  ASSERT_EQ(found.n_centers(), expected.n_centers());
  ASSERT_EQ(found.size(), expected.size());
  const Matrix right = random_matrix(2, expected.n_centers(), 63);
  for (std::size_t k = 0; k < expected.size(); ++k) {
    SCOPED_TRACE(k);
    EXPECT_EQ(found.coefficients(k), expected.coefficients(k));
    EXPECT_EQ(found.values_before(k), expected.values_before(k));
    EXPECT_EQ(found.solve(k, right), expected.solve(k, right));
    EXPECT_EQ(found.inverse_diagonal(k), expected.inverse_diagonal(k));
    EXPECT_EQ(found.condition(k), expected.condition(k));
    EXPECT_EQ(found.shift(k), expected.shift(k));
    EXPECT_EQ(found.added(k), expected.added(k));
    if (carries) {
      EXPECT_EQ(values_by_position(found, k), values_by_position(expected, k));
    }
  }
}

TEST(KernelBackend, IsMadeForEveryDevice) {
  ThreadPool threads(1);
  for (const Device device : {Device::automatic, Device::cpu}) {
    const auto backend = make_backend(device, threads);
    EXPECT_EQ(backend->name(), "cpu");
    EXPECT_EQ(backend->determinism(), Determinism::any_threads);
    EXPECT_EQ(&backend->threads(), &threads);
    EXPECT_GE(backend->n_together(), 1);
  }
}

TEST(KernelBackend, SystemsGrownInStepsHaveTheBitsOfSystemsMadeAtOnce) {
  Problem problem;
  const auto backend = make_backend(Device::cpu, problem.threads);
  const Positions centers = centers_in_order();
  for (const bool carries : {false, true}) {
    for (const double ridge : {0.0, 0.1}) {
      const auto expected = backend->make_systems(problem.distances, problem.shape(ridge, carries));
      problem.append(*expected, centers);
      for (const Index step : {1, 7, 128, 200}) {
        SCOPED_TRACE(step);
        const auto systems = backend->make_systems(problem.distances, problem.shape(ridge, carries));
        for (Index first = 0; first < kCenters; first += step) {
          problem.append(*systems, part(centers, first, std::min(first + step, kCenters)));
        }
        expect_same_bits(*systems, *expected, carries);
      }
    }
  }
}

TEST(KernelBackend, TruncatedSystemsHaveTheBitsOfThoseThatNeverHadMore) {
  Problem problem;
  const auto backend = make_backend(Device::cpu, problem.threads);
  const Positions centers = centers_in_order();
  for (const bool carries : {false, true}) {
    for (const Index n_left : {0, 5, 128, 131, 289}) {
      SCOPED_TRACE(n_left);
      const auto expected = backend->make_systems(problem.distances, problem.shape(0.0, carries));
      problem.append(*expected, part(centers, 0, n_left));
      const auto systems = backend->make_systems(problem.distances, problem.shape(0.0, carries));
      problem.append(*systems, centers);
      systems->truncate(n_left);
      EXPECT_EQ(systems->n_centers(), n_left);
      if (n_left > 0) expect_same_bits(*systems, *expected, carries);
      // Others take the places of those that have left.
      const Positions others = positions_of({0, 3, 1});
      Positions fresh;
      std::ranges::copy_if(others, std::back_inserter(fresh), [&](Position p) {
        return std::ranges::find(centers.begin(), centers.begin() + n_left, p) == centers.begin() + n_left;
      });
      if (n_left + std::ssize(fresh) > kCenters) continue;
      problem.append(*systems, fresh);
      problem.append(*expected, fresh);
      if (!fresh.empty()) expect_same_bits(*systems, *expected, carries);
    }
  }
}

TEST(KernelBackend, RetargetedSystemsHaveTheBitsOfThoseMadeWithTheseTargets) {
  Problem problem;
  const auto backend = make_backend(Device::cpu, problem.threads);
  const Positions centers = centers_in_order();
  const Matrix targets = problem.targets_of(centers);
  for (const bool carries : {false, true}) {
    const auto expected = backend->make_systems(problem.distances, problem.shape(0.0, carries));
    expected->append(centers, targets);
    for (const Index first : {0, 1, 128, 200}) {
      SCOPED_TRACE(first);
      Matrix before = targets;
      before.bottomRows(kCenters - first).array() += 1.0;
      const auto systems = backend->make_systems(problem.distances, problem.shape(0.0, carries));
      systems->append(centers, before);
      systems->retarget(first, targets.bottomRows(kCenters - first));
      expect_same_bits(*systems, *expected, carries);
    }
  }
}

TEST(KernelBackend, HasTheSameBitsForAnyThreadsAndWhateverIsKept) {
  Problem problem;
  const Positions centers = centers_in_order();
  for (const bool carries : {false, true}) {
    const auto backend = make_backend(Device::cpu, problem.threads);
    const auto expected = backend->make_systems(problem.distances, problem.shape(0.0, carries));
    problem.append(*expected, centers);
    for (const int n_threads : {1, 3}) {
      ThreadPool threads(n_threads);
      const SampleDistances few(problem.set, 10, threads);
      const auto systems = make_backend(Device::cpu, threads)->make_systems(few, problem.shape(0.0, carries));
      problem.append(*systems, centers);
      expect_same_bits(*systems, *expected, carries);
    }
  }
}

// The kernel of a group between positions.
Eigen::MatrixXd kernel(const Problem& problem, double scale, std::span<const Position> rows,
                       std::span<const Position> columns) {
  Eigen::MatrixXd values(rows.size(), columns.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const double squared_distance =
          (problem.samples.row(rows[i]) - problem.samples.row(columns[j])).squaredNorm();
      values(i, j) = std::exp(-squared_distance / (scale * scale));
    }
  }
  return values;
}

TEST(KernelBackend, SolvesItsSystemsAsEigenDoes) {
  Problem problem;
  const auto backend = make_backend(Device::cpu, problem.threads);
  const Positions centers = centers_in_order();
  const Matrix right = random_matrix(2, kCenters, 64);
  for (const double ridge : {0.0, 0.1}) {
    const auto systems = backend->make_systems(problem.distances, problem.shape(ridge, true));
    problem.append(*systems, centers);
    ASSERT_EQ(systems->size(), 2U);
    for (std::size_t k = 0; k < systems->size(); ++k) {
      const ScaleGroup& group = systems->group(k);
      const Eigen::MatrixXd matrix = kernel(problem, group.scale, centers, centers) +
                                     ridge * Eigen::MatrixXd::Identity(kCenters, kCenters);
      const Eigen::MatrixXd inverse = testing::inverse_of(matrix);
      const Eigen::MatrixXd coefficients =
          inverse * problem.targets_of(centers)(Eigen::all, group.dimensions);
      EXPECT_LT((systems->coefficients(k).transpose() - coefficients).norm(), 1e-9 * coefficients.norm());
      const Eigen::MatrixXd solved = inverse * right.transpose();
      EXPECT_LT((systems->solve(k, right).transpose() - solved).norm(), 1e-9 * solved.norm());
      EXPECT_LT((systems->inverse_diagonal(k) - inverse.diagonal()).norm(), 1e-9 * inverse.norm());
      const Indices places = {0, 127, 128, 289};
      EXPECT_LT((systems->inverse_diagonal(k, places) - inverse.diagonal()(places)).norm(),
                1e-9 * inverse.norm());
      const Eigen::MatrixXd values = kernel(problem, group.scale, systems->carried(), centers) * coefficients;
      EXPECT_LT((systems->values(k) - values).norm(), 1e-9 * values.norm());
      // An estimate from below, of the right order.
      const double condition =
          matrix.cwiseAbs().colwise().sum().maxCoeff() * inverse.cwiseAbs().colwise().sum().maxCoeff();
      EXPECT_LT(systems->condition(k), condition * (1.0 + 1e-9));
      EXPECT_GT(systems->condition(k), condition / 3.0);
      EXPECT_EQ(systems->shift(k), 0.0);
      EXPECT_EQ(systems->added(k), ridge);
    }
  }
}

TEST(KernelBackend, SaysWhatEveryCenterWasBeforeItCame) {
  Problem problem;
  const auto backend = make_backend(Device::cpu, problem.threads);
  const Positions centers = centers_in_order();
  const auto systems = backend->make_systems(problem.distances, problem.shape(0.0, false));
  problem.append(*systems, centers);
  EXPECT_TRUE(systems->carried().empty());
  for (const Index i : {1, 127, 128, 200}) {
    const auto fewer = backend->make_systems(problem.distances, problem.shape(0.0, false));
    problem.append(*fewer, part(centers, 0, i));
    for (std::size_t k = 0; k < systems->size(); ++k) {
      const Positions here = {centers[i]};
      const Eigen::MatrixXd value = kernel(problem, systems->group(k).scale, here, part(centers, 0, i)) *
                                    fewer->coefficients(k).transpose();
      EXPECT_LT((systems->values_before(k).col(i).transpose() - value).norm(), 1e-9);
    }
  }
}

TEST(KernelBackend, EvaluatesMapsWithTheBitsOfTheFinishedMap) {
  Problem problem;
  const auto backend = make_backend(Device::automatic, problem.threads);
  const Positions centers = centers_in_order();
  const Matrix coefficients = random_matrix(kCenters, 3, 65);
  const RbfMap map(problem.samples, Indices(centers.begin(), centers.end()), coefficients, problem.scales);
  const MapValues expected = map.evaluate_with_distances(problem.samples, problem.threads);
  const MapValues found = backend->evaluate(map, problem.samples);
  EXPECT_EQ(found.values, expected.values);
  EXPECT_EQ(found.squared_distances, expected.squared_distances);

  const Positions asked = positions_of({319, 4, 77});
  Matrix values = Matrix::Constant(kSamples, 3, 7.0);
  backend->evaluate(problem.distances, {centers, &coefficients, &problem.scales}, asked, values);
  for (Index i = 0; i < kSamples; ++i) {
    const bool is_asked = std::ranges::find(asked, Position(i)) != asked.end();
    EXPECT_EQ(values.row(i), is_asked ? Matrix(expected.values.row(i)) : Matrix::Constant(1, 3, 7.0));
  }
}

TEST(KernelBackend, ShiftsWhatCannotBeFactoredOnlyWhereItMay) {
  ThreadPool threads(1);
  const Matrix samples = random_matrix(200, 2, 66);
  const Matrix distances = squared_distances(samples, testing::all_rows(samples), threads);
  const SampleDistances all(distances, 0);
  const SystemsShape shape{{{30.0, {0}}}, 0.0, 200};  // so flat a kernel on a plane is singular
  const auto backend = make_backend(Device::cpu, threads);
  EXPECT_FALSE(backend->make_systems(all, shape)->try_append(position_range(0, 200)));
  EXPECT_TRUE(backend->make_systems(all, shape)->try_append(position_range(0, 3)));
  const auto systems = backend->make_systems(all, shape);
  systems->append(position_range(0, 200), random_matrix(200, 1, 67));
  EXPECT_GT(systems->shift(0), 0.0);
  EXPECT_EQ(systems->added(0), systems->shift(0));
  systems->truncate(150);
  EXPECT_EQ(systems->n_centers(), 0);
  EXPECT_EQ(systems->shift(0), 0.0);
}

// Bounds from what must be stored: the triangle of every system, and the rows of carried samples.
TEST(KernelBackend, CountsTheNumbersOfSystems) {
  ThreadPool threads(1);
  const auto backend = make_backend(Device::cpu, threads);
  for (const Index n : {100, 1000, 4000}) {
    for (const int n_systems : {1, 3, 20}) {
      const auto centers = static_cast<double>(n);
      const double triangle = n_systems * centers * centers / 2.0;
      const double alone = backend->numbers({0, n, 2, n_systems, false});
      EXPECT_GE(alone, triangle);
      const double tiles = 300.0 * centers;  // part of a tile for every row, and packed columns
      EXPECT_LE(alone, triangle + n_systems * tiles);
      const double carrying = backend->numbers({3 * n, n, 2, n_systems, true});
      EXPECT_GE(carrying, alone + n_systems * 2.0 * centers * centers);
      EXPECT_LE(carrying, 1.2 * (alone + n_systems * 2.0 * centers * (centers + 300.0)));
    }
  }
}

}  // namespace kernel_backend_test
}  // namespace sosi
