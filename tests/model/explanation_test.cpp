// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/explanation.hpp"

#include <gtest/gtest.h>

#include "problems.hpp"
#include "sosi/classify/manifold_projection.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/fit/fit.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace explanation_test {

const TrainingSet& training() {
  static const TrainingSet set = testing::partly_labeled(testing::make_curves(3, 40, 6, 61), 5);
  return set;
}

const Model& model() {
  static const Model fitted = [] {
    FitOptions options;
    options.rounds = 4;
    return fit(training(), options).model;
  }();
  return fitted;
}

std::span<const double> row(const Matrix& samples, Index i) {
  return {samples.row(i).data(), static_cast<std::size_t>(samples.cols())};
}

TEST(Explanation, AgreesWithThePrediction) {
  Matrix samples = testing::make_curves(3, 10, 6, 62).samples;
  samples.row(3) = training().samples.row(100);
  samples.row(4) *= 100.0;
  const Prediction found = model().predict(samples);
  const Matrix distances = model().class_squared_distances(samples);
  for (Index i = 0; i < samples.rows(); ++i) {
    const Explanation why = explain(model(), row(samples, i));
    EXPECT_EQ(why.of_class, found.classes[i]);
    EXPECT_EQ(why.probability, found.probability[i]);
    EXPECT_EQ(why.confidence, found.confidence[i]);
    EXPECT_EQ(why.is_far, found.is_far[i]);
    EXPECT_EQ(why.is_far, why.centers[0].distance > model().calibration().support && !why.center);
    EXPECT_EQ(why.center.has_value(), i == 3);
    EXPECT_TRUE(std::ranges::equal(why.probabilities, row(found.class_probabilities, i)));
    for (int c = 0; c < 3; ++c) EXPECT_EQ(why.map_distances[c], std::sqrt(distances(i, c)));
  }
}

TEST(Explanation, NamesTheNearestInTheirOrder) {
  const Matrix centers = model().rbf_map().centers();
  const Explanation why = explain(model(), row(training().samples, 77), 4);
  ASSERT_TRUE(why.center);
  EXPECT_EQ(centers.row(*why.center), training().samples.row(77));
  for (const auto* found : {&why.labeled, &why.centers}) {
    ASSERT_EQ(found->size(), 4U);
    const Index n = found == &why.labeled ? 15 : centers.rows();
    for (const NearCenter& near : *found) {
      EXPECT_NEAR(near.distance, (centers.row(near.center) - training().samples.row(77)).norm(), 1e-12);
      EXPECT_NE(near.center, *why.center);
    }
    Index n_nearer = 0;
    for (Index l = 0; l < n; ++l) {
      const double distance = (centers.row(l) - training().samples.row(77)).norm();
      if (l != *why.center && distance < found->back().distance - 1e-12) ++n_nearer;
    }
    EXPECT_EQ(n_nearer, 3);
  }
  for (const NearCenter& near : why.labeled) EXPECT_EQ(near.of_class, model().labels()[near.center]);
}

TEST(Explanation, MeasuresTheDistanceToTheManifoldsThatRoundsProjectOnto) {
  const Matrix labeled = model().rbf_map().centers().topRows(15);
  Matrix all(16, 6);
  all << labeled, testing::random_matrix(1, 6, 63);
  ThreadPool threads(1);
  Indices columns(16);
  for (Index i = 0; i < 16; ++i) columns[i] = i;
  const Matrix distances = squared_distances(all, columns, threads);
  const Explanation why = explain(model(), row(all, 15));
  for (int c = 0; c < 3; ++c) {
    Positions members;
    for (Index i = 0; i < 15; ++i) {
      if (model().labels()[i] == c) members.emplace_back(i);
    }
    const ManifoldProjection projection = project_onto_manifold(distances, Position(15), members, 3);
    Eigen::RowVectorXd landed = -all.row(15);
    for (std::size_t a = 0; a < projection.neighbors.size(); ++a) {
      landed += projection.weights(static_cast<Index>(a)) * all.row(projection.neighbors[a]);
    }
    EXPECT_NEAR(why.class_distances[c], landed.norm(), 1e-9);
  }
}

TEST(Explanation, ShowsCentersAsTheSamplesThatTheyWere) {
  FitOptions options;
  options.rounds = 2;
  options.normalize = NormalizationKind::standard;
  const Matrix found = center_samples(fit(training(), options).model);
  for (Index i = 0; i < found.rows(); ++i) {
    const Matrix apart = training().samples.rowwise() - found.row(i);
    EXPECT_LT(apart.rowwise().norm().minCoeff(), 1e-12);
  }
  EXPECT_EQ(center_samples(model()), model().rbf_map().centers());
}

TEST(Explanation, NeedsCenters) {
  FitOptions options;
  options.extension = "lle";
  const Model other = fit(training(), options).model;
  EXPECT_THROW(explain(other, row(training().samples, 0)), InvalidInput);
}

}  // namespace explanation_test
}  // namespace sosi
