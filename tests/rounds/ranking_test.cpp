// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/rounds/ranking.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "problems.hpp"

namespace sosi {
namespace ranking_test {

using testing::positions_of;

TEST(RankMixed, LiesBetweenConfidenceAndQuota) {
  Classification classification;
  for (int i = 0; i < 12; ++i) {
    classification.classes.push_back(i % 4 == 3 ? 1 : 0);
    classification.confidence.push_back(20.0 - i);
  }
  const Positions all = position_range(0, 12);
  const std::vector<double> shares = {0.5, 0.5};
  EXPECT_EQ(rank_mixed(classification, all, shares, 0.0), rank_by_confidence(classification, all));
  EXPECT_EQ(rank_mixed(classification, all, shares, 1.0), rank_by_quota(classification, all, shares));
  const auto place_of_rare = [&](double weight) {
    const Positions order = rank_mixed(classification, all, shares, weight);
    return std::ranges::find(order, Position(3)) - order.begin();
  };
  EXPECT_EQ(place_of_rare(0.0), 3);
  EXPECT_EQ(place_of_rare(1.0), 1);
  // Ranks 4 and 2 against 2 and 3, 3 and 5: 4^0.6 2^0.4 = 3.03 lies between 2.35 and 3.68.
  EXPECT_EQ(place_of_rare(0.4), 2);
}

TEST(SpreadOver, TakesAllOrEvenlyFromTheTrusted) {
  const Positions ranking = positions_of({9, 8, 7, 6, 5, 4, 3, 2, 1, 0});
  EXPECT_EQ(spread_over(ranking, 4, 4), positions_of({9, 8, 7, 6}));
  EXPECT_EQ(spread_over(ranking, 8, 4), positions_of({9, 7, 5, 3}));
  EXPECT_EQ(spread_over(ranking, 8, 3), positions_of({9, 7, 4}));
  EXPECT_EQ(spread_over(ranking, 0, 0), Positions());
}

TEST(RankByConfidence, HighestFirstTiesToTheSmallerPosition) {
  const Classification classification{{0, 0, 1, 1, 0},
                                      {2.0, 3.0, 3.0, std::numeric_limits<double>::infinity(), 1.0}};
  EXPECT_EQ(rank_by_confidence(classification, position_range(0, 5)), positions_of({3, 1, 2, 0, 4}));
  EXPECT_EQ(rank_by_confidence(classification, positions_of({0, 2, 4})), positions_of({2, 0, 4}));
}

TEST(RankByQuota, TakesClassesInTheirProportions) {
  Classification classification;
  for (int i = 0; i < 30; ++i) {
    classification.classes.push_back(i < 20 ? 0 : 1);
    classification.confidence.push_back(100.0 - i);
  }
  const Positions all = position_range(0, 30);
  // Equal shares: strictly by turns, the more confident of a pair first.
  const Positions equal = rank_by_quota(classification, all, std::vector<double>{0.5, 0.5});
  EXPECT_EQ(Positions(equal.begin(), equal.begin() + 6), positions_of({0, 20, 1, 21, 2, 22}));
  // Three to one.
  const Positions unequal = rank_by_quota(classification, all, std::vector<double>{3.0, 1.0});
  for (int n = 4; n <= 24; n += 4) {
    EXPECT_EQ(std::count_if(unequal.begin(), unequal.begin() + n, [](Index i) { return i >= 20; }), n / 4)
        << n;
  }
  // A class that does not exist comes last.
  const Positions absent = rank_by_quota(classification, all, std::vector<double>{0.0, 1.0});
  EXPECT_EQ(Positions(absent.begin(), absent.begin() + 11),
            positions_of({20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 0}));
}

}  // namespace ranking_test
}  // namespace sosi
