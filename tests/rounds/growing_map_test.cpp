// SPDX-License-Identifier: BSD-3-Clause
#include "rounds/growing_map.hpp"

#include <gtest/gtest.h>

#include "problems.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace growing_map_test {

using testing::all_rows;
using testing::random_matrix;

constexpr Index kSamples = 330;

struct Problem {
  Matrix samples = random_matrix(kSamples, 12, 71);
  Matrix targets = random_matrix(kSamples, 3, 72);
  Vector scales = (Vector(3) << 3.0, 2.5, 3.0).finished();

  SampleSet set() const { return {samples, testing::row_range(kSamples), {}}; }
  CenterTargets through(const Indices& centers) const {
    return {testing::positions_of(centers), targets(centers, Eigen::all)};
  }
};

Indices range(Index first, Index last) {
  Indices values(last - first);
  std::iota(values.begin(), values.end(), first);
  return values;
}

// Some come, some go, one comes back, one changes its target on the way.
std::vector<CenterTargets> rounds_of(const Problem& problem) {
  std::vector<CenterTargets> rounds = {problem.through(range(0, 40)), problem.through(range(0, 190)),
                                       problem.through(range(0, 210))};
  Indices without = range(0, 230);
  std::erase(without, 150);
  rounds.push_back(problem.through(without));
  rounds.back().targets.row(20).array() += 1.0;
  rounds.push_back(problem.through(range(0, 300)));
  return rounds;
}

// Every round's map, the last one as such.
std::vector<MapAtSamples> run(const Problem& problem, const GrowthPlan& plan, int n_threads,
                              double ridge = 0.0) {
  ThreadPool threads(n_threads);
  const SampleSet set = problem.set();
  SampleDistances distances(set, plan.n_kept_distances, threads);
  const auto backend = make_backend(Device::cpu, threads);
  GrowingMap map(distances, {problem.scales, ridge, 300}, plan, *backend);
  std::vector<MapAtSamples> maps;
  const std::vector<CenterTargets> rounds = rounds_of(problem);
  for (const CenterTargets& round : rounds) {
    maps.push_back(map.move_to(round, &round == &rounds.back() ? RoundKind::last : RoundKind::inner));
  }
  return maps;
}

TEST(GrowingMap, IsTheMapThroughTheCentersOfEachRound) {
  const Problem problem;
  ThreadPool threads(2);
  const SampleSet set = problem.set();
  const std::vector<CenterTargets> rounds = rounds_of(problem);
  for (const bool carries : {true, false}) {
    for (const double ridge : {0.0, 0.1}) {
      const std::vector<MapAtSamples> maps = run(problem, {carries, true, 300}, 2, ridge);
      for (std::size_t r = 0; r < rounds.size(); ++r) {
        const RbfFit expected =
            fit_rbf(set.gather(rounds[r].centers), rounds[r].targets, problem.scales, ridge, threads);
        const Matrix values = expected.map.evaluate(problem.samples, threads);
        EXPECT_LT((maps[r].values - values).cwiseAbs().maxCoeff(), 1e-9) << r;
      }
    }
  }
}

TEST(GrowingMap, TellsWhatItSaidOfCentersBeforeItWasTold) {
  const Problem problem;
  for (const double ridge : {0.0, 0.1}) {
    for (const bool keeps_factors : {true, false}) {
      ThreadPool threads(2);
      const SampleSet set = problem.set();
      SampleDistances distances(set, kSamples, threads);
      const auto backend = make_backend(Device::cpu, threads);
      const Indices asked = {0, 3, 70, 299};
      GrowingMap map(distances, {problem.scales, ridge, 300, asked}, {false, keeps_factors, kSamples},
                     *backend);
      const CenterTargets wanted = problem.through(range(0, 300));
      const MapAtSamples at_samples = map.move_to(wanted, RoundKind::last);
      const auto at = [&](const Indices& centers, Index sample) -> Matrix {
        const RbfFit fitted = fit_rbf(problem.samples(centers, Eigen::all),
                                      problem.targets(centers, Eigen::all), problem.scales, ridge, threads);
        return fitted.map.evaluate(problem.samples.row(sample), threads);
      };
      for (std::size_t i = 0; i < asked.size(); ++i) {
        Indices others = range(0, 300);
        std::erase(others, asked[i]);
        EXPECT_LT((at_samples.left_out.row(i) - at(others, asked[i])).cwiseAbs().maxCoeff(), 1e-9);
      }
      for (const Index center : {1, 64, 299}) {
        EXPECT_LT((at_samples.before.row(center) - at(range(0, center), center)).cwiseAbs().maxCoeff(), 1e-9);
      }
      EXPECT_EQ(at_samples.before.row(0).cwiseAbs().maxCoeff(), 0.0);
      EXPECT_EQ(at_samples.before.bottomRows(30), at_samples.values.bottomRows(30));  // no centers
    }
  }
}

TEST(GrowingMap, HasTheSameBitsWhateverIsKeptAndForAnyThreads) {
  const Problem problem;
  for (const bool carries : {true, false}) {
    const std::vector<MapAtSamples> expected = run(problem, {carries, true, kSamples}, 1);
    for (const GrowthPlan& plan : {GrowthPlan{carries, true, 300}, GrowthPlan{carries, true, 40},
                                   GrowthPlan{carries, false, 300}, GrowthPlan{carries, false, 40}}) {
      for (const int n_threads : {1, 3}) {
        const std::vector<MapAtSamples> maps = run(problem, plan, n_threads);
        for (std::size_t r = 0; r < maps.size(); ++r) {
          EXPECT_EQ(maps[r].through.centers, expected[r].through.centers);
          EXPECT_EQ(maps[r].values, expected[r].values);
        }
        EXPECT_EQ(maps.back().coefficients, expected.back().coefficients);
        EXPECT_EQ(maps.back().before, expected.back().before);
      }
    }
  }
}

TEST(GrowingMap, GoesOnFromTheOrderOfItsCentersAlone) {
  const Problem problem;
  const std::vector<CenterTargets> rounds = rounds_of(problem);
  for (const bool carries : {true, false}) {
    const GrowthPlan plan{carries, true, kSamples};
    const MapAtSamples expected = run(problem, plan, 2).back();
    ThreadPool threads(2);
    const SampleSet set = problem.set();
    SampleDistances distances(set, kSamples, threads);
    const auto backend = make_backend(Device::cpu, threads);
    GrowingMap map(distances, {problem.scales, 0.0, 300}, plan, *backend);
    Positions order;
    for (std::size_t r = 0; r + 1 < rounds.size(); ++r) {
      order = map.move_to(rounds[r], RoundKind::inner).through.centers;
    }
    GrowingMap other(distances, {problem.scales, 0.0, 300}, plan, *backend);
    other.restore(order);
    EXPECT_EQ(other.move_to(rounds.back(), RoundKind::last).coefficients, expected.coefficients);
  }
}

TEST(GrowingMap, KnowsWhatFIsAtCentersThatLeaveAfterTheirTargetsCameLater) {
  const Problem problem;
  ThreadPool threads(2);
  const SampleSet set = problem.set();
  SampleDistances distances(set, kSamples, threads);
  const auto backend = make_backend(Device::cpu, threads);
  GrowingMap map(distances, {problem.scales, 0.0, 300}, {true, true, kSamples}, *backend);
  map.restore(position_range(0, 210));
  map.move_to(problem.through(range(0, 210)), RoundKind::inner);
  Indices without = range(0, 220);
  std::erase(without, 150);
  std::erase(without, 205);
  const MapAtSamples found = map.move_to(problem.through(without), RoundKind::inner);
  const RbfFit expected = fit_rbf(problem.samples(without, Eigen::all), problem.targets(without, Eigen::all),
                                  problem.scales, 0.0, threads);
  EXPECT_LT((found.values - expected.map.evaluate(problem.samples, threads)).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(GrowingMap, ShiftsWhatCannotBeFactoredAndSaysWhatFIsThen) {
  Problem problem;
  problem.samples = random_matrix(kSamples, 2, 73);
  problem.scales.setConstant(30.0);  // so flat a kernel on a plane is singular in double precision
  ThreadPool threads(1);
  for (const bool carries : {true, false}) {
    const SampleSet set = problem.set();
    SampleDistances distances(set, kSamples, threads);
    const auto backend = make_backend(Device::cpu, threads);
    GrowingMap map(distances, {problem.scales, 0.0, kSamples}, {carries, true, kSamples}, *backend);
    map.move_to(problem.through(range(0, 100)), RoundKind::inner);
    Indices without = range(0, 90);
    std::erase(without, 60);
    map.move_to(problem.through(without), RoundKind::inner);
    const MapAtSamples last = map.move_to(problem.through(range(0, 200)), RoundKind::last);
    EXPECT_EQ(last.kernel.n_shifts, 1);  // one system for all three dimensions
    EXPECT_GT(last.kernel.largest_shift, 0.0);
    EXPECT_GT(last.kernel.interpolation_error, 1e-8);
  }
}

TEST(SampleDistances, AreTheSameKeptOrMadeAnew) {
  const Problem problem;
  ThreadPool threads(2);
  const Matrix all = squared_distances(problem.samples, all_rows(problem.samples), threads);
  const SampleDistances kept(all, 0);
  const SampleSet set = problem.set();
  SampleDistances some(set, 50, threads);
  some.keep(position_range(10, 50), threads);
  some.keep(position_range(30, 90), threads);  // for ten of these there is no room
  const Indices rows = {5, 329, 7};
  for (const Indices& columns : {Indices{30, 31, 79}, Indices{30, 89}, Indices{10, 200}}) {
    Matrix expected(3, columns.size());
    Matrix found(3, columns.size());
    const Positions from = testing::positions_of(rows);
    const Positions to = testing::positions_of(columns);
    kept.gather(from, kept.to(to), expected.data(), expected.outerStride());
    some.gather(from, some.to(to), found.data(), found.outerStride());
    EXPECT_EQ(expected, all(rows, columns));
    EXPECT_EQ(found, expected);
  }
}

}  // namespace growing_map_test
}  // namespace sosi
