// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "problems.hpp"
#include "sosi/graph/harmonic.hpp"

namespace sosi {
namespace harmonic_extension_test {

struct Known {
  Matrix samples = testing::random_matrix(50, 3, 21);
  Matrix probabilities = testing::random_matrix(50, 2, 22).cwiseAbs();
  Known() {
    for (Index i = 0; i < 50; ++i) probabilities.row(i) /= probabilities.row(i).sum();
  }
  HarmonicResult function(double heat = 0.7) const {
    return {.probabilities = probabilities,
            .classes = {},
            .n_neighbors = 4,
            .heat = heat,
            .cross_validation_error = 0.0,
            .n_held_out = 0,
            .unreached = {}};
  }
};

TEST(HarmonicExtension, IsTheWeightedMeanOfTheNearestByDefinition) {
  const Known known;
  const Matrix fresh = testing::random_matrix(70, 3, 23);
  ThreadPool threads(2);
  const Matrix found = extend_harmonic(known.samples, known.function(), fresh, threads);
  for (Index i = 0; i < fresh.rows(); ++i) {
    const Vector distances = (known.samples.rowwise() - fresh.row(i)).rowwise().squaredNorm();
    Indices order = testing::all_rows(known.samples);
    std::ranges::sort(order, {}, [&](Index j) { return distances(j); });
    Eigen::RowVector2d sum = Eigen::RowVector2d::Zero();
    double total = 0.0;
    for (Index a = 0; a < 4; ++a) {
      const double weight = std::exp(-distances(order[a]) / 0.7);
      sum += weight * known.probabilities.row(order[a]);
      total += weight;
    }
    EXPECT_LT((found.row(i) - sum / total).norm(), 1e-12);
  }
}

TEST(HarmonicExtension, KeepsTheProbabilitiesOfKnownSamplesAndWorksFarAway) {
  const Known known;
  ThreadPool threads(1);
  EXPECT_EQ(extend_harmonic(known.samples, known.function(), known.samples, threads), known.probabilities);
  const Matrix far = Matrix::Constant(1, 3, 1e6);
  EXPECT_NEAR(extend_harmonic(known.samples, known.function(1e-9), far, threads).sum(), 1.0, 1e-12);
}

}  // namespace harmonic_extension_test
}  // namespace sosi
