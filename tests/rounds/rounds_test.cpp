// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "sosi/rounds/rounds.hpp"

namespace sosi {
namespace {

TEST(UnlabeledCenters, GrowEvenlyToTheStopFraction) {
  RoundsOptions options;
  options.rounds = 6;
  std::vector<Index> counts;
  for (int round = 0; round < 6; ++round) counts.push_back(n_unlabeled_centers(options, round, 24, 56));
  EXPECT_EQ(counts, (std::vector<Index>{0, 11, 22, 34, 45, 56}));
  options.stop_fraction = 0.7;
  EXPECT_EQ(n_unlabeled_centers(options, 5, 24, 56), 39);
  options.max_centers = 50;
  EXPECT_EQ(n_unlabeled_centers(options, 5, 24, 56), 26);
  options.rounds = 1;
  EXPECT_EQ(n_unlabeled_centers(options, 0, 24, 56), 0);
}

TEST(RankMixed, LiesBetweenConfidenceAndQuota) {
  Classification classification;
  for (int i = 0; i < 12; ++i) {
    classification.classes.push_back(i % 4 == 3 ? 1 : 0);
    classification.confidence.push_back(20.0 - i);
  }
  const std::vector<double> shares = {0.5, 0.5};
  EXPECT_EQ(rank_mixed(classification, shares, 0.0), rank_by_confidence(classification));
  EXPECT_EQ(rank_mixed(classification, shares, 1.0), rank_by_quota(classification, shares));
  const auto place_of_rare = [&](double weight) {
    const Indices order = rank_mixed(classification, shares, weight);
    return std::ranges::find(order, Index{3}) - order.begin();
  };
  EXPECT_EQ(place_of_rare(0.0), 3);
  EXPECT_EQ(place_of_rare(1.0), 1);
  // Ranks 4 and 2 against 2 and 3, 3 and 5: 4^0.6 2^0.4 = 3.03 lies between 2.35 and 3.68.
  EXPECT_EQ(place_of_rare(0.4), 2);
}

TEST(SpreadOver, TakesAllOrEvenlyFromTheTrusted) {
  const Indices ranking = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
  EXPECT_EQ(spread_over(ranking, 4, 4), (Indices{9, 8, 7, 6}));
  EXPECT_EQ(spread_over(ranking, 8, 4), (Indices{9, 7, 5, 3}));
  EXPECT_EQ(spread_over(ranking, 8, 3), (Indices{9, 7, 4}));
  EXPECT_EQ(spread_over(ranking, 0, 0), Indices());
}

TEST(RankByConfidence, HighestFirstTiesToTheSmallerRow) {
  const Classification classification{{0, 0, 1, 1, 0},
                                      {2.0, 3.0, 3.0, std::numeric_limits<double>::infinity(), 1.0}};
  EXPECT_EQ(rank_by_confidence(classification), (Indices{3, 1, 2, 0, 4}));
}

TEST(RankByQuota, TakesClassesInTheirProportions) {
  Classification classification;
  for (int i = 0; i < 30; ++i) {
    classification.classes.push_back(i < 20 ? 0 : 1);
    classification.confidence.push_back(100.0 - i);
  }
  // Equal shares: strictly by turns, the more confident of a pair first.
  const Indices equal = rank_by_quota(classification, std::vector<double>{0.5, 0.5});
  EXPECT_EQ(Indices(equal.begin(), equal.begin() + 6), (Indices{0, 20, 1, 21, 2, 22}));
  // Three to one.
  const Indices unequal = rank_by_quota(classification, std::vector<double>{3.0, 1.0});
  for (int n = 4; n <= 24; n += 4) {
    EXPECT_EQ(std::count_if(unequal.begin(), unequal.begin() + n, [](Index i) { return i >= 20; }), n / 4)
        << n;
  }
  // A class that does not exist comes last.
  const Indices absent = rank_by_quota(classification, std::vector<double>{0.0, 1.0});
  EXPECT_EQ(Indices(absent.begin(), absent.begin() + 11),
            (Indices{20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 0}));
}

}  // namespace
}  // namespace sosi
