// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/graph/distances.hpp"

#include <gtest/gtest.h>

#include "graph/packed_rows.hpp"
#include "problems.hpp"

namespace sosi {
namespace distances_test {

using testing::all_rows;
using testing::random_matrix;

TEST(SquaredDistances, AreThoseOfTheDefinition) {
  ThreadPool threads(2);
  for (const Index n : {1, 2, 17, 130}) {
    const Matrix samples = random_matrix(n, 37, 5);
    const Matrix distances = squared_distances(samples, all_rows(samples), threads);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        const double expected = (samples.row(i) - samples.row(j)).squaredNorm();
        EXPECT_NEAR(distances(i, j), expected, 1e-13 * expected);
        EXPECT_EQ(distances(i, j), distances(j, i));
      }
      EXPECT_EQ(distances(i, i), 0.0);
    }
  }
}

TEST(SquaredDistances, HaveTheSameBitsForAnyThreadsAndAnyCompany) {
  const Matrix samples = random_matrix(150, 61, 6);
  ThreadPool one(1);
  const Matrix expected = squared_distances(samples, all_rows(samples), one);
  for (int n = 2; n <= 4; ++n) {
    ThreadPool threads(n);
    EXPECT_EQ(squared_distances(samples, all_rows(samples), threads), expected);
  }
  const Indices some = {149, 3, 77, 12, 13, 100, 0};
  EXPECT_EQ(squared_distances(samples, some, one), expected(some, some));
  // Packed rows serve single samples and batches alike.
  const PackedRows packed(samples, some);
  for (Index i = 0; i < 6; ++i) {
    std::vector<const double*> rows;
    for (Index j = i; j < 6; ++j) rows.push_back(samples.row(j).data());
    std::vector<double> out(rows.size() * packed.padded_size());
    packed.squared_distances(rows, out.data(), packed.padded_size());
    for (std::size_t l = 0; l < some.size(); ++l) EXPECT_EQ(out[l], expected(i, some[l]));
  }
  EXPECT_EQ(packed.unpack(), samples(some, Eigen::all));
}

TEST(MedianDistances, MeanOfTheMiddleTwoOfAnEvenNumber) {
  ThreadPool threads(1);
  Matrix line(4, 1);
  line << 0, 1, 3, 7;  // distances 1 2 3 4 6 7
  const DistanceMedians medians = median_distances(squared_distances(line, all_rows(line), threads));
  EXPECT_DOUBLE_EQ(medians.distance, 3.5);
  EXPECT_DOUBLE_EQ(medians.squared_distance, 12.5);
}

TEST(NearestRows, AscendingWithTiesToTheSmallerRowAndNeverItself) {
  ThreadPool threads(1);
  Matrix line(5, 1);
  line << 0, 1, -1, 2, 5;
  const Matrix distances = squared_distances(line, all_rows(line), threads);
  EXPECT_EQ(nearest_rows(distances, 0, {4, 3, 2, 1, 0}, 3), (Indices{1, 2, 3}));
  EXPECT_EQ(nearest_rows(distances, 0, {4, 0}, 3), (Indices{4}));
}

}  // namespace distances_test
}  // namespace sosi
