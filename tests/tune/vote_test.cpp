// SPDX-License-Identifier: BSD-3-Clause
#include "tune/vote.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "problems.hpp"

namespace sosi {
namespace vote_test {

TEST(VoteWeights, FallByEForEveryScale) {
  const std::vector<double> weights = vote_weights({-3.0, -2.9, -2.9, 1.0}, 0.1);
  EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1.0, 1e-15);
  EXPECT_TRUE(std::ranges::is_sorted(weights, std::ranges::greater()));
  EXPECT_NEAR(weights[0] / weights[1], std::exp(1.0), 1e-12);
  EXPECT_EQ(weights[1], weights[2]);
  EXPECT_LT(weights[3], 1e-17);
}

TEST(VoteWeights, DependOnDifferencesAlone) {
  const std::vector<double> weights = vote_weights({0.0, 0.25, 1.0}, 0.5);
  const std::vector<double> moved = vote_weights({-64.0, -63.75, -63.0}, 0.5);
  EXPECT_EQ(weights, moved);
  EXPECT_EQ(vote_weights({5.0}, 0.05), std::vector<double>{1.0});
  EXPECT_EQ(vote_weights({1.0, std::numeric_limits<double>::infinity()}, 1.0),
            (std::vector<double>{1.0, 0.0}));
}

TEST(SoftVotes, AreTheMeanWithTheWeightsOfVotesInAnyOrder) {
  const std::vector<double> inconsistencies = {-2.0, -1.9, -1.5, 0.0};
  const std::vector<double> weights = vote_weights(inconsistencies, 0.2);
  std::vector<Matrix> said;
  Matrix expected = Matrix::Zero(6, 3);
  for (std::size_t i = 0; i < 4; ++i) {
    said.push_back(testing::random_matrix(6, 3, 40 + i).cwiseAbs());
    expected += weights[i] * said[i];
  }
  for (const std::vector<std::size_t>& order :
       {std::vector<std::size_t>{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}}) {
    SoftVotes votes;
    for (const std::size_t i : order) votes = with_votes(votes, inconsistencies[i], said[i], 0.2);
    EXPECT_LT((votes.mean() - expected).cwiseAbs().maxCoeff(), 1e-14);
  }
}

TEST(Vote, GivesTheClassWithTheLargestShareTiesToTheSmaller) {
  Vote vote;
  vote.shares = (Matrix(4, 3) << 0.2, 0.5, 0.3, 0.4, 0.4, 0.2, 0.3, 0.35, 0.35, 0.0, 0.0, 1.0).finished();
  EXPECT_EQ(vote.classes(), (std::vector<int>{1, 0, 1, 2}));
  vote.shares = testing::random_matrix(50, 4, 17).cwiseAbs();
  const std::vector<int> classes = vote.classes();
  for (Index u = 0; u < 50; ++u) EXPECT_EQ(vote.shares(u, classes[u]), vote.shares.row(u).maxCoeff());
}

}  // namespace vote_test
}  // namespace sosi
