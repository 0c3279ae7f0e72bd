// SPDX-License-Identifier: BSD-3-Clause
#include "data/sample_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <type_traits>

#include "kernel/sample_distances.hpp"
#include "problems.hpp"

namespace sosi {
namespace sample_set_test {

// Rows and positions are read as numbers, but cannot be passed for each other, nor a number for either.
static_assert(std::is_convertible_v<Row, Index> && std::is_convertible_v<Position, Index>);
static_assert(!std::is_convertible_v<Row, Position> && !std::is_convertible_v<Position, Row>);
static_assert(!std::is_convertible_v<Index, Row> && !std::is_convertible_v<Index, Position>);
static_assert(!std::is_convertible_v<Rows, Positions> && !std::is_convertible_v<Indices, Positions>);
static_assert(!std::is_convertible_v<Rows, std::span<const Position>>);
static_assert(!std::is_assignable_v<Row&, Position> && !std::is_assignable_v<Position&, Row>);
static_assert(std::is_invocable_v<decltype(&SampleSet::row), const SampleSet&, Position>);
static_assert(!std::is_invocable_v<decltype(&SampleSet::row), const SampleSet&, Row>);
static_assert(!std::is_invocable_v<decltype(&SampleSet::row), const SampleSet&, Index>);
static_assert(!std::is_invocable_v<decltype(&SampleSet::gather), const SampleSet&, Rows>);
static_assert(!std::is_invocable_v<decltype(&SampleSet::gather), const SampleSet&, Indices>);
static_assert(!std::is_invocable_v<decltype(&SampleDistances::to), const SampleDistances&, Rows>);
static_assert(!std::is_constructible_v<SampleSet, const Matrix&, Positions, std::vector<int>>);

using testing::positions_of;

// Nine rows, of which two are in no set, in an order of their own; four are labeled.
struct Problem {
  Matrix matrix = testing::random_matrix(9, 3, 41);
  Indices rows = {4, 0, 7, 2, 8, 5, 1};
  SampleSet set{matrix, make_rows(rows), {1, 0, 1, 2}};

  static Rows make_rows(const Indices& values) {
    Rows made;
    for (const Index value : values) made.emplace_back(value);
    return made;
  }
};

TEST(SampleSet, CountsItsSamples) {
  const Problem problem;
  EXPECT_EQ(problem.set.size(), 7);
  EXPECT_EQ(problem.set.n_labeled(), 4);
  EXPECT_EQ(problem.set.n_unlabeled(), 3);
  EXPECT_EQ(problem.set.n_features(), 3);
  EXPECT_EQ(problem.set.n_classes(), 3);
  EXPECT_EQ(problem.set.fewest_labels(), 1);
  EXPECT_EQ(problem.set.labels(), (std::vector<int>{1, 0, 1, 2, kUnlabeled, kUnlabeled, kUnlabeled}));
  EXPECT_EQ(problem.set.members(1), positions_of({0, 2}));
}

TEST(SampleSet, IsMadeOfLabeledAndUnlabeledPositions) {
  const Problem problem;
  Positions both = problem.set.labeled();
  for (const Position position : both) EXPECT_TRUE(problem.set.is_labeled(position));
  for (const Position position : problem.set.unlabeled()) {
    EXPECT_FALSE(problem.set.is_labeled(position));
    both.push_back(position);
  }
  EXPECT_EQ(both, problem.set.all());
}

TEST(SampleSet, ShowsTheRowsOfTheMatrix) {
  const Problem problem;
  for (const Position position : problem.set.all()) {
    EXPECT_EQ(problem.set.row(position), problem.rows[position]);
    EXPECT_EQ(problem.set.data(position), problem.matrix.row(problem.rows[position]).data());
  }
  EXPECT_EQ(problem.set.gather(problem.set.all()), problem.matrix(problem.rows, Eigen::all));
  EXPECT_EQ(problem.set.gather(positions_of({6, 0, 6})), problem.matrix(Indices{1, 4, 1}, Eigen::all));
}

TEST(SampleSet, PartKeepsLabelsAndRows) {
  const Problem problem;
  const SampleSet part = problem.set.part(positions_of({0, 1, 2, 3, 6}));
  EXPECT_EQ(part.size(), 5);
  EXPECT_TRUE(std::ranges::equal(part.classes(), problem.set.classes()));
  EXPECT_EQ(part.row(Position(4)), 1);
  const SampleSet whole = problem.set.part(problem.set.all());
  EXPECT_TRUE(std::ranges::equal(whole.rows(), problem.set.rows()));
}

TEST(SampleSet, SpreadKeepsTheLabeledSamplesAndGoesEvenlyOverTheOthers) {
  const Problem problem;
  EXPECT_EQ(problem.set.spread(4), positions_of({0, 1, 2, 3}));
  EXPECT_EQ(problem.set.spread(6), positions_of({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(problem.set.spread(7), problem.set.all());
  EXPECT_EQ(spread_positions(10, 20, 4), positions_of({10, 12, 15, 17}));
}

TEST(SampleSet, WithoutLabelsTheHeldOutSamplesComeRightBehindTheLabeledOnes) {
  const Problem problem;
  const HeldOutSet held = without_labels(problem.set, positions_of({2, 0}));
  EXPECT_EQ(held.n_held_out, 2);
  EXPECT_EQ(held.before, positions_of({1, 3, 2, 0, 4, 5, 6}));
  EXPECT_EQ(held.samples.n_labeled(), 2);
  EXPECT_EQ(held.samples.labels(), (std::vector<int>{0, 2, -1, -1, -1, -1, -1}));
  for (const Position position : held.samples.all()) {
    EXPECT_EQ(held.samples.row(position), problem.set.row(held.before[position]));
  }
  const HeldOutSet none = without_labels(problem.set, {});
  EXPECT_EQ(none.before, problem.set.all());
  EXPECT_EQ(none.samples.labels(), problem.set.labels());
}

}  // namespace sample_set_test
}  // namespace sosi
