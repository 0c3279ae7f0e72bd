// SPDX-License-Identifier: BSD-3-Clause
// Which unlabeled samples become centers, class by class, round by round, as a caller sees it.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "problems.hpp"

namespace sosi {
namespace class_proportions_test {

constexpr int kClasses = 4;
constexpr int kLabeledPerClass = 5;
constexpr Index kLabeled = kClasses * kLabeledPerClass;
constexpr int kRounds = 7;

// The rounds of a fit that takes centers by classes in their proportions.
std::vector<Round> rounds_with(const char* proportions) {
  FitOptions options;
  options.rounds = kRounds;
  options.selection = Selection::quota;
  options.class_proportions = *OptionText<ClassProportions>::parse(proportions);
  options.scale = *OptionText<ScaleChoice>::parse("0.7");
  std::vector<Round> rounds;
  FitHooks hooks;
  hooks.after_round = [&](const Round& round, std::span<const Position>) { rounds.push_back(round); };
  fit(testing::partly_labeled(testing::make_curves(kClasses, 40, 21, 91), kLabeledPerClass), options, {},
      hooks);
  return rounds;
}

Indices unlabeled_centers(const Round& round) {
  Indices centers;
  std::ranges::copy_if(round.centers, std::back_inserter(centers), [](Index i) { return i >= kLabeled; });
  return centers;
}

// Unlabeled samples by the class that a round gave them, the most confident first.
std::vector<Indices> by_class(const Classification& classification) {
  std::vector<Indices> members(kClasses);
  for (Index i = kLabeled; i < std::ssize(classification.classes); ++i)
    members[classification.classes[i]].push_back(i);
  for (Indices& of_class : members) {
    std::ranges::stable_sort(of_class, std::ranges::greater(),
                             [&](Index i) { return classification.confidence[i]; });
  }
  return members;
}

// No class could give up a center for one of another and come closer to the shares: with n_c centers of class
// c, n_c / share_c <= (n_d + 1) / share_d wherever class d has a sample left.
void expect_shares(const std::vector<Index>& n_taken, const std::vector<Indices>& members,
                   const std::vector<double>& shares) {
  for (int c = 0; c < kClasses; ++c) {
    for (int d = 0; d < kClasses; ++d) {
      if (n_taken[d] == std::ssize(members[d])) continue;
      EXPECT_LE(static_cast<double>(n_taken[c]) * shares[d],
                static_cast<double>(n_taken[d] + 1) * shares[c] * (1.0 + 1e-12));
    }
  }
}

// The centers of a round: so many, of each class the most confident of the round before, in their shares.
void expect_chosen(const Round& round, const Round& before, const std::vector<double>& shares) {
  const Index n_unlabeled = std::ssize(before.classification.classes) - kLabeled;
  Indices found = unlabeled_centers(round);
  EXPECT_EQ(std::ssize(found), (n_unlabeled * round.number + (kRounds - 1) / 2) / (kRounds - 1));
  const std::vector<Indices> members = by_class(before.classification);
  std::vector<Index> n_taken(kClasses, 0);
  for (const Index center : found) ++n_taken[before.classification.classes[center]];
  Indices expected;
  for (int c = 0; c < kClasses; ++c)
    expected.insert(expected.end(), members[c].begin(), members[c].begin() + n_taken[c]);
  std::ranges::sort(expected);
  std::ranges::sort(found);
  EXPECT_EQ(found, expected);
  expect_shares(n_taken, members, shares);
}

TEST(ClassProportions, SayWhichSamplesBecomeCenters) {
  const std::pair<const char*, std::vector<double>> given[] = {{"equal", {1, 1, 1, 1}},
                                                               {"1,1,1,1", {1, 1, 1, 1}},
                                                               {"0.4,0.3,0.2,0.1", {4, 3, 2, 1}},
                                                               {"1,0,2,0", {1, 0, 2, 0}}};
  for (const auto& [text, shares] : given) {
    SCOPED_TRACE(text);
    const std::vector<Round> rounds = rounds_with(text);
    ASSERT_EQ(rounds.size(), static_cast<std::size_t>(kRounds));
    EXPECT_TRUE(unlabeled_centers(rounds[0]).empty());
    for (int r = 1; r < kRounds; ++r) expect_chosen(rounds[r], rounds[r - 1], shares);
  }
}

TEST(ClassProportions, AreEstimatedFromTheLabelsGivenSoFar) {
  const std::vector<Round> rounds = rounds_with("estimate");
  std::vector<double> shares(kClasses, 1.0 / kClasses);
  for (int r = 1; r < kRounds; ++r) {
    const std::vector<Indices> members = by_class(rounds[r - 1].classification);
    const auto n_unlabeled = static_cast<double>(rounds[r - 1].classification.classes.size() - kLabeled);
    for (int c = 0; c < kClasses; ++c)
      shares[c] = (shares[c] + static_cast<double>(members[c].size()) / n_unlabeled) / 2.0;
    expect_chosen(rounds[r], rounds[r - 1], shares);
  }
}

TEST(ClassProportions, AreRatios) {
  const std::vector<Round> one = rounds_with("0.4,0.3,0.2,0.1");
  const std::vector<Round> other = rounds_with("1.6,1.2,0.8,0.4");
  for (int r = 0; r < kRounds; ++r) EXPECT_EQ(one[r].centers, other[r].centers);
}

}  // namespace class_proportions_test
}  // namespace sosi
