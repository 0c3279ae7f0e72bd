// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/interpolate/scales.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "problems.hpp"
#include "sosi/embed/embedding.hpp"
#include "sosi/graph/distances.hpp"
#include "sosi/interpolate/rbf_map.hpp"

namespace sosi {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct LabeledCurves {
  LabeledCurves() {
    const testing::Curves curves = testing::make_curves(3, 9, 7, 61);
    samples = curves.samples;
    classes = curves.classes;
    distances = squared_distances(samples, testing::all_rows(samples), threads);
    EmbeddingOptions options;
    options.embedding = EmbeddingMethod::laplacian;
    options.n_components = 4;
    embedding = embed(distances, classes, options).coordinates;
    median = median_distances(distances).distance;
  }

  ScaleProblem problem() const { return {samples, &distances, embedding, classes}; }

  ThreadPool threads{2};
  Matrix samples;
  std::vector<int> classes;
  Matrix distances;
  Matrix embedding;
  double median = 0.0;
};

// G^k and D^k straight from their definitions, with the map's own gradient.
struct Totals {
  double gradient = 0.0;
  double separation = 0.0;
};

bool apart(const LabeledCurves& data, int m, int p, Index k) {
  double low[2] = {kInfinity, kInfinity};
  double high[2] = {-kInfinity, -kInfinity};
  for (Index i = 0; i < data.samples.rows(); ++i) {
    for (int side = 0; side < 2; ++side) {
      if (data.classes[i] != (side == 0 ? m : p)) continue;
      low[side] = std::min(low[side], data.embedding(i, k));
      high[side] = std::max(high[side], data.embedding(i, k));
    }
  }
  return high[0] < low[1] || high[1] < low[0];
}

Totals by_definition(LabeledCurves& data, double scale, Index k, int n_neighbors) {
  const RbfMap map = fit_rbf(data.samples, data.embedding, Vector::Constant(4, scale), 0.0, data.threads).map;
  Totals totals;
  for (Index i = 0; i < data.samples.rows(); ++i) {
    const Eigen::RowVectorXd gradient = map.gradient(data.samples.row(i)).row(k);
    std::vector<double> of_class[3];
    double sum = 0.0;
    int count = 0;
    for (int p = 0; p < 3; ++p) {
      std::set<std::pair<double, Index>> nearest;
      for (Index j = 0; j < data.samples.rows(); ++j) {
        if (j != i && data.classes[j] == p) nearest.emplace(data.distances(i, j), j);
      }
      for (const auto& [distance, j] : nearest) {
        if (std::ssize(of_class[p]) == n_neighbors) break;
        const Eigen::RowVectorXd direction = (data.samples.row(i) - data.samples.row(j)).normalized();
        of_class[p].push_back(std::abs(gradient.dot(direction)));
        sum += of_class[p].back();
        ++count;
      }
    }
    const double mean = sum / count;
    totals.gradient += gradient.norm() / mean;
    for (int p = 0; p < 3; ++p) {
      if (p == data.classes[i] || !apart(data, data.classes[i], p, k)) continue;
      totals.separation += std::reduce(of_class[p].begin(), of_class[p].end()) /
                           static_cast<double>(of_class[p].size()) / mean;
    }
  }
  return totals;
}

TEST(ScaleCriteria, AreThoseOfTheDefinition) {
  LabeledCurves data;
  ScaleOptions options;
  options.n_neighbors_scale = 3;
  const std::vector<double> scales = {0.5 * data.median, 1.5 * data.median};
  const auto points = scan_scales(data.problem(), scales, options, data.threads);
  double separation = 0.0;
  for (std::size_t i = 0; i < scales.size(); ++i) {
    for (Index k = 0; k < 4; ++k) {
      const Totals expected = by_definition(data, scales[i], k, 3);
      EXPECT_NEAR(points[i].gradient(k), expected.gradient, 1e-8 * expected.gradient);
      EXPECT_NEAR(points[i].separation(k), expected.separation, 1e-8 * expected.gradient);
      separation += expected.separation;
    }
  }
  EXPECT_GT(separation, 0.0);  // some classes are apart on some axis: the comparison says something
}

TEST(ScaleCriteria, LeaveOneOutErrorIsThatOfRefitting) {
  LabeledCurves data;
  const double scale = 0.9 * data.median;
  const auto points = scan_scales(data.problem(), std::span(&scale, 1), {}, data.threads);
  Vector squares = Vector::Zero(4);
  const Index n = data.samples.rows();
  for (Index out = 0; out < n; ++out) {
    Indices others = testing::all_rows(data.samples);
    std::erase(others, out);
    const RbfFit fitted = fit_rbf(data.samples(others, Eigen::all), data.embedding(others, Eigen::all),
                                  Vector::Constant(4, scale), 0.0, data.threads);
    const Matrix error = fitted.map.evaluate(data.samples.row(out), data.threads) - data.embedding.row(out);
    squares += error.row(0).cwiseAbs2().transpose();
  }
  const Vector expected = (squares / static_cast<double>(n)).cwiseSqrt();
  EXPECT_LT((points[0].leave_one_out - expected).norm(), 1e-8 * expected.norm());
}

TEST(ScaleCriteria, AreInfiniteNotNaNWhereDerivativesUnderflow) {
  LabeledCurves data;
  const double scale = 1e-3 * data.median;
  const auto points = scan_scales(data.problem(), std::span(&scale, 1), {}, data.threads);
  for (Index k = 0; k < 4; ++k) {
    EXPECT_EQ(points[0].gradient(k), kInfinity);
    EXPECT_EQ(points[0].regularizer(Vector::Ones(4))(k), kInfinity);
  }
}

TEST(ChooseScales, EveryRuleFindsWhatItIsDefinedToFind) {
  LabeledCurves data;
  ScaleOptions options;
  const Vector grid = scale_grid().resolve(data.median);
  const auto curve = scan_scales(data.problem(), std::span(grid.data(), grid.size()), options, data.threads);
  const double step = grid(1) / grid(0);

  options.scale.rule = ScaleRule::loo;
  const ChosenScales loo = choose_scales(data.problem(), data.median, options, data.threads);
  options.scale.rule = ScaleRule::regularizer;
  options.scale_weight = 2.0;
  const ChosenScales regularizer = choose_scales(data.problem(), data.median, options, data.threads);
  for (Index k = 0; k < 4; ++k) {
    double best_loo = kInfinity;
    double best_r = kInfinity;
    double loo_scale = 0.0;
    double r_scale = 0.0;
    for (const ScalePoint& point : curve) {
      if (point.shift > 0.0) continue;
      const double r = point.regularizer(Vector::Constant(4, 2.0))(k);
      if (point.leave_one_out(k) < best_loo) best_loo = point.leave_one_out(k), loo_scale = point.scale;
      if (r < best_r) best_r = r, r_scale = point.scale;
    }
    // Refinement stays between the neighbors of the best grid point.
    EXPECT_LE(std::abs(std::log(loo.scales(k) / loo_scale)), std::log(step)) << k;
    EXPECT_LE(std::abs(std::log(regularizer.scales(k) / r_scale)), std::log(step)) << k;
  }
}

TEST(ChooseScales, RatioIsTheLargestScaleThatReachesIt) {
  LabeledCurves data;
  ScaleOptions options;
  options.scale.rule = ScaleRule::ratio;
  options.scale_ratio = 0.5;
  const ChosenScales chosen = choose_scales(data.problem(), data.median, options, data.threads);
  for (Index k = 0; k < 4; ++k) {
    double largest = 0.0;
    for (const ScalePoint& point : chosen.curve) {
      if (point.shift <= 0.0 && point.separation(k) / point.gradient(k) >= 0.5) largest = point.scale;
    }
    if (largest == 0.0) continue;  // nothing reaches it on this axis
    const double scale = chosen.scales(k);
    EXPECT_GE(scale, largest * (1.0 - 1e-12));
    EXPECT_LE(scale, largest * 1.2);
  }
}

TEST(ChooseScales, AnAxisWithoutSeparableClassesTakesTheMeanOfTheOthers) {
  LabeledCurves data;
  // Every class reaches from below to above all others on the last axis.
  for (Index i = 0; i < data.samples.rows(); ++i) data.embedding(i, 3) = i / 3 % 2 == 0 ? 1.0 : -1.0;
  for (const ScaleRule rule : {ScaleRule::ratio, ScaleRule::regularizer}) {
    ScaleOptions options;
    options.scale.rule = rule;
    const ChosenScales chosen = choose_scales(data.problem(), data.median, options, data.threads);
    ASSERT_EQ(chosen.curve.front().separation(3), 0.0);
    EXPECT_GE(chosen.n_undecided, 1);
    double sum = 0.0;
    int n_others = 0;
    for (Index k = 0; k < 3; ++k) {
      if (chosen.scales(k) == chosen.scales(3)) continue;  // without an answer as well
      sum += chosen.scales(k);
      ++n_others;
    }
    EXPECT_NEAR(chosen.scales(3), sum / n_others, 1e-12 * sum);
  }
  // With a weight of the user's, R is G there and has its minimum where that is.
  ScaleOptions options;
  options.scale.rule = ScaleRule::regularizer;
  options.scale_weight = 2.0;
  EXPECT_EQ(choose_scales(data.problem(), data.median, options, data.threads).n_undecided, 0);
}

TEST(BalancedWeight, MakesBothTermsSpanTheSame) {
  const std::vector<double> gradient = {kInfinity, 4.0, 10.0, 16.0};
  const std::vector<double> separation = {100.0, 1.0, 4.0, 3.0};
  EXPECT_EQ(balanced_weight(gradient, separation), 12.0 / 3.0);
  EXPECT_EQ(balanced_weight(gradient, std::vector(4, 1.0)), 0.0);
  EXPECT_EQ(balanced_weight(std::vector(4, kInfinity), separation), 0.0);
}

TEST(ChooseScales, FixedScalesAreTakenAsTheyAre) {
  LabeledCurves data;
  ScaleOptions options;
  options.scale = *OptionText<ScaleChoice>::parse("1.4");
  EXPECT_EQ(choose_scales(data.problem(), 2.0, options, data.threads).scales, Vector::Constant(4, 2.8));
  options.scale = *OptionText<ScaleChoice>::parse("1,2,3,400abs");
  Vector expected(4);
  expected << 1, 2, 3, 400;
  EXPECT_EQ(choose_scales(data.problem(), 2.0, options, data.threads).scales, expected);
  options.scale = *OptionText<ScaleChoice>::parse("1,2");
  EXPECT_THROW(choose_scales(data.problem(), 2.0, options, data.threads), InvalidInput);
}

TEST(ScaleText, ReadsRulesNumbersAndTheSuffix) {
  for (const char* text :
       {"auto", "regularizer", "ratio", "loo", "1.4", "0.7,0.75", "0.61abs", "0.5,0.6abs"}) {
    const auto choice = OptionText<ScaleChoice>::parse(text);
    ASSERT_TRUE(choice) << text;
    EXPECT_EQ(OptionText<ScaleChoice>::format(*choice), text);
  }
  EXPECT_TRUE(OptionText<ScaleChoice>::parse("0.5abs,0.6abs")->values.absolute);
  for (const char* text : {"", "abs", "1absx", "1abs,2", "fixed", "1,,2", "1abs,2,3abs"}) {
    EXPECT_FALSE(OptionText<ScaleChoice>::parse(text)) << text;
  }
}

}  // namespace
}  // namespace sosi
