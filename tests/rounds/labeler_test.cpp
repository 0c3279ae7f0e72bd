// SPDX-License-Identifier: BSD-3-Clause
#include "rounds/labeler.hpp"

#include <gtest/gtest.h>

#include "graph/harmonic_graph.hpp"
#include "problems.hpp"

namespace sosi {
namespace labeler_test {

// The map says 0, 0, 1; the harmonic function says 0, 1 and nothing certain.
struct Opinions {
  Classification own{{0, 0, 1}, {3.0, 2.0, 1.5}};
  Matrix distances = (Matrix(3, 2) << 1.0, 9.0, 1.0, 4.0, 2.25, 1.0).finished();
  Matrix said = (Matrix(3, 2) << 1.0, 0.0, 0.0, 1.0, 0.5, 0.5).finished();

  Classification after(Labeler labeler) const { return combine_labels(labeler, own, distances, said); }
};

TEST(CombineLabels, ByTheMapChangesNothing) {
  const Opinions opinions;
  const Classification after = opinions.after(Labeler::map);
  EXPECT_EQ(after.classes, opinions.own.classes);
  EXPECT_EQ(after.confidence, opinions.own.confidence);
}

TEST(CombineLabels, ByAgreementKeepsLabelsAndTrustsDisputedOnesLess) {
  const Opinions opinions;
  const Classification after = opinions.after(Labeler::agreement);
  EXPECT_EQ(after.classes, opinions.own.classes);
  EXPECT_EQ(after.confidence[0], 3.0);
  EXPECT_NEAR(after.confidence[1], 2.0 * std::sqrt(0.001 / 1.001), 1e-15);
  EXPECT_EQ(after.confidence[2], 1.5);
}

TEST(CombineLabels, ByHarmonicProbabilitiesTakesTheirClasses) {
  const Classification after = Opinions().after(Labeler::harmonic);
  EXPECT_EQ(after.classes, (std::vector<int>{0, 1, 0}));
  EXPECT_EQ(after.confidence[2], 1.0);
  EXPECT_TRUE(std::isinf(after.confidence[0]));
}

TEST(CombineLabels, ByBothMultipliesTheMapsShareByTheRootOfTheProbability) {
  const Opinions opinions;
  const Matrix shares = class_shares(opinions.distances);
  const Classification after = opinions.after(Labeler::both);
  EXPECT_EQ(after.classes, (std::vector<int>{0, 1, 1}));
  EXPECT_NEAR(after.confidence[1], shares(1, 1) * std::sqrt(1.001) / (shares(1, 0) * std::sqrt(0.001)),
              1e-12);
  EXPECT_NEAR(after.confidence[2], shares(2, 1) / shares(2, 0), 1e-12);
}

TEST(HarmonicLabeler, KnowsNothingWhereNoLabelIsReached) {
  // Two heaps that no edge joins, labels in the first.
  Matrix samples = testing::random_matrix(60, 2, 5);
  samples.bottomRows(30).array() += 1e4;
  ThreadPool threads(1);
  const NeighborLists lists = nearest_neighbors(samples, most_neighbors({}), threads);
  std::vector<int> labels(60, kUnlabeled);
  for (const int i : {0, 1, 2, 3}) labels[i] = i % 2;
  const Matrix said = HarmonicLabeler(lists, labels, threads).probabilities(labels);
  for (Index i = 0; i < 60; ++i) {
    EXPECT_NEAR(said.row(i).sum(), 1.0, 1e-12);
    EXPECT_EQ(said(i, 0) == 0.5 && said(i, 1) == 0.5, i >= 30);
  }
}

}  // namespace labeler_test
}  // namespace sosi
