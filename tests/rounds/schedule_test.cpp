// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/rounds/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace sosi {
namespace schedule_test {

TEST(Schedule, GrowsEvenlyToTheStopFraction) {
  Schedule schedule{6, 1.0, 80, 24, 56};
  std::vector<Index> counts;
  for (int round = 0; round < 6; ++round) counts.push_back(schedule.n_unlabeled_centers(round));
  EXPECT_EQ(counts, (std::vector<Index>{0, 11, 22, 34, 45, 56}));
  schedule.stop_fraction = 0.7;
  EXPECT_EQ(schedule.n_unlabeled_centers(5), 39);
  schedule.most_centers = 50;
  EXPECT_EQ(schedule.n_unlabeled_centers(5), 26);
  EXPECT_EQ(schedule.n_trusted(5), 39);
  schedule.n_rounds = 1;
  EXPECT_EQ(schedule.n_unlabeled_centers(0), 0);
}

TEST(Schedule, NeverShrinksAndEndsWithWhatIsAllowed) {
  for (const int n_rounds : {1, 2, 3, 10, 57}) {
    for (const double stop_fraction : {0.0, 0.013, 0.5, 1.0}) {
      for (const Index most_centers : {7, 20, 107}) {
        const Schedule schedule{n_rounds, stop_fraction, most_centers, 7, 100};
        const Indices sizes = schedule.sizes();
        ASSERT_EQ(std::ssize(sizes), n_rounds);
        EXPECT_TRUE(std::ranges::is_sorted(sizes));
        EXPECT_EQ(sizes.front(), 7);  // the first map goes through the labeled samples alone
        EXPECT_LE(sizes.back(), most_centers);
        EXPECT_EQ(sizes.back(), schedule.n_last_centers());
        for (int round = 0; round < n_rounds; ++round) {
          EXPECT_EQ(sizes[round], 7 + schedule.n_unlabeled_centers(round));
          EXPECT_LE(schedule.n_unlabeled_centers(round), schedule.n_trusted(round));
          EXPECT_LE(schedule.n_trusted(round), 100);
          EXPECT_EQ(schedule.is_last(round), round == n_rounds - 1);
        }
        if (n_rounds > 1 && stop_fraction == 1.0) {
          EXPECT_EQ(sizes.back(), most_centers);
        }
      }
    }
  }
}

}  // namespace schedule_test
}  // namespace sosi
