// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/theory.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "problems.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/fit/fit.hpp"
#include "sosi/fit/study.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace theory_test {

TrainingSet training(int labeled_per_class = 6) {
  return testing::partly_labeled(testing::make_curves(4, 30, 12, 71), labeled_per_class);
}

FitOptions with(const std::string& scale) {
  FitOptions options;
  options.rounds = 3;
  set_option(options, "scale", scale);
  return options;
}

TEST(ScaleCriteria, AreThoseOfTheScanAtTheScalesOfTheModel) {
  const FitOptions options = with("0.8,1.1,0.8");
  const Model model = fit(training(), options).model;
  const ScaleCriteria found = scale_criteria(model);
  const ScanResult scanned = scan(training(), {{0.8, 1.1}, false}, {}, options);
  for (Index k = 0; k < 3; ++k) {
    const ScalePoint& point = scanned.points[k == 1 ? 1 : 0];
    EXPECT_NEAR(found.gradient(k), point.gradient(k), 1e-9 * point.gradient(k));
    EXPECT_NEAR(found.separation(k), point.separation(k), 1e-9 * point.separation(k));
    EXPECT_DOUBLE_EQ(found.ratio(k), found.separation(k) / found.gradient(k));
    EXPECT_DOUBLE_EQ(found.regularizer(k), found.gradient(k) - found.weights(k) * found.separation(k));
  }
  EXPECT_EQ(found.n_samples, 24);
  EXPECT_FALSE(found.are_weights_used);
}

TEST(ScaleCriteria, HaveTheWeightsThatTheFitHasUsed) {
  const FitResult result = fit(training(), with("regularizer"));
  ASSERT_EQ(result.report.scale_weights.size(), 3);
  const ScaleCriteria found = scale_criteria(result.model);
  EXPECT_TRUE(found.are_weights_used);
  for (Index k = 0; k < 3; ++k) {
    const double used = result.report.scale_weights(k);
    EXPECT_GT(used, 0.0);
    EXPECT_NEAR(found.weights(k), used, 1e-9 * used);
  }
  const Vector others = Vector::Constant(3, 0.5);
  EXPECT_EQ(scale_criteria(result.model, others).weights, others);
}

TEST(ScaleCriteria, HaveTheWeightThatWasGiven) {
  FitOptions options = with("regularizer");
  options.scale_weight = 0.25;
  const FitResult result = fit(training(), options);
  EXPECT_EQ(result.report.scale_weights, Vector::Constant(3, 0.25));
  EXPECT_EQ(scale_criteria(result.model).weights, Vector::Constant(3, 0.25));
  EXPECT_EQ(fit(training(), with("loo")).report.scale_weights.size(), 0);
}

// The regularizer chooses each dimension's scale where R^k is smallest: elsewhere it is no smaller, up to
// what the parabola through three points of the grid misses.
TEST(ScaleCriteria, AreSmallestAtTheScalesOfTheRegularizer) {
  const FitResult result = fit(training(), with("regularizer"));
  if (result.model.diagnostics().n_scales_bounded > 0) GTEST_SKIP() << "a scale was held back";
  const Vector& weights = result.report.scale_weights;
  const Vector here = scale_criteria(result.model, weights).regularizer;
  for (const double factor : {0.5, 1.6}) {
    const Vector scales = factor * result.model.rbf_map().scales();
    ScaleValues values{{scales.begin(), scales.end()}, true};
    const std::vector<ScalePoint> points = scan(training(), values, {}, with("regularizer")).points;
    for (Index k = 0; k < 3; ++k) EXPECT_LT(here(k), points[k].regularizer(weights)(k));
  }
}

TEST(ScaleCriteria, LookAtSomeOfManyLabeledSamples) {
  const TrainingSet many = testing::partly_labeled(testing::make_curves(4, 60, 12, 72), 60);
  const Model model = fit(many, with("0.5")).model;
  const ScaleCriteria found = scale_criteria(model);
  EXPECT_EQ(found.n_samples, 150);
  EXPECT_TRUE(found.gradient.allFinite());
  // Every sample adds at least 1 to G, as no derivative is longer than the gradient.
  EXPECT_GE(found.gradient.minCoeff(), 150.0);
}

TEST(ScaleCriteria, DoNotDependOnTheNumberOfThreads) {
  const Model model = fit(training(), with("loo")).model;
  const ScaleCriteria one = scale_criteria(model, {}, {.n_threads = 1});
  const ScaleCriteria three = scale_criteria(model, {}, {.n_threads = 3});
  EXPECT_EQ(one.gradient, three.gradient);
  EXPECT_EQ(one.separation, three.separation);
  EXPECT_EQ(one.weights, three.weights);
}

// By comparing all samples of one class with all of the other.
TEST(SeparatedPairs, AreThoseBetweenWhichNoCoordinatesMix) {
  FitOptions options = with("1");
  set_option(options, "embedding", "pca");
  const Model model = fit(training(), options).model;
  const auto axes = separated_pairs(model);
  ASSERT_EQ(std::ssize(axes), model.n_components());
  std::size_t n_separated = 0;
  for (Index k = 0; k < model.n_components(); ++k) {
    auto next = axes[k].begin();
    for (int m = 0; m < 4; ++m) {
      for (int p = m + 1; p < 4; ++p) {
        bool below = true;
        bool above = true;
        double nearest = std::numeric_limits<double>::infinity();
        for (Index i = 0; i < model.embedding().rows(); ++i) {
          for (Index j = 0; j < model.embedding().rows(); ++j) {
            if (model.labels()[i] != m || model.labels()[j] != p) continue;
            const double apart = model.embedding()(j, k) - model.embedding()(i, k);
            below = below && apart > 0.0;
            above = above && apart < 0.0;
            nearest = std::min(nearest, std::abs(apart));
          }
        }
        if (!below && !above) continue;
        ASSERT_NE(next, axes[k].end());
        EXPECT_EQ(next->first, m);
        EXPECT_EQ(next->second, p);
        EXPECT_EQ(next->gap, nearest);
        ++next;
        ++n_separated;
      }
    }
    EXPECT_EQ(next, axes[k].end());
  }
  EXPECT_GT(n_separated, 0U);
  EXPECT_LT(n_separated, 18U);  // both cases occur
}

TEST(SeparatedPairs, DoNotTouch) {
  FitOptions options = with("1");
  set_option(options, "embedding", "precomputed");
  TrainingSet set = testing::partly_labeled(testing::make_curves(3, 4, 5, 73), 2);
  set.embedding.resize(6, 2);  // classes 0, 1, 2, 0, 1, 2
  set.embedding << 0.0, 0.0, 1.0, 1.0, 2.0, 5.0, 1.0, 0.5, 1.5, 1.25, 3.0, 4.0;
  const auto axes = separated_pairs(fit(set, options).model);
  // On the first axis 0 has [0, 1], 1 has [1, 1.5], which touches it, and 2 has [2, 3].
  ASSERT_EQ(axes[0].size(), 2U);
  EXPECT_EQ(axes[0][0].second, 2);
  EXPECT_EQ(axes[0][0].gap, 1.0);
  EXPECT_EQ(axes[0][1].gap, 0.5);
  EXPECT_EQ(axes[1].size(), 3U);
}

TEST(Theory, LeavesOutWhatOtherExtensionsDoNotHave) {
  FitOptions options;
  options.extension = "lle";
  const Model other = fit(training(), options).model;
  const Theory theory = theory_of(other);
  EXPECT_FALSE(theory.scale_criteria);
  EXPECT_FALSE(theory.lipschitz_bounds);
  EXPECT_EQ(theory.separated.size(), 3U);
  EXPECT_THROW(scale_criteria(other), InvalidInput);
  const Model model = fit(training(), with("loo")).model;
  const Theory whole = theory_of(model);
  ASSERT_TRUE(whole.scale_criteria && whole.lipschitz_bounds);
  EXPECT_EQ(*whole.lipschitz_bounds, model.rbf_map().lipschitz_bounds());
}

}  // namespace theory_test
}  // namespace sosi
