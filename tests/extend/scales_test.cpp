// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/extend/scales.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "problems.hpp"
#include "sosi/embed/embedding.hpp"
#include "sosi/graph/distances.hpp"
#include "sosi/kernel/rbf_map.hpp"

namespace sosi {
namespace scales_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct LabeledCurves {
  explicit LabeledCurves(Index n_features = 7) {
    const testing::Curves curves = testing::make_curves(3, 9, n_features, 61);
    samples = curves.samples;
    classes = curves.classes;
    distances = squared_distances(samples, testing::all_rows(samples), threads);
    EmbeddingOptions options;
    options.embedding = "laplacian";
    options.n_components = 4;
    embedding = embed(distances, classes, options).coordinates;
    median = median_distances(distances).distance;
  }

  ScaleProblem problem() const { return {&samples, &distances, &embedding, classes}; }

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

// At the smallest scale a sample's own kernel value exceeds all others by far, and must not swallow them.
TEST(ScaleCriteria, AreThoseOfTheDefinition) {
  for (const Index n_features : {7, 20, 60}) {  // 27 samples: the gradients' spaces are cut differently
    SCOPED_TRACE(n_features);
    LabeledCurves data(n_features);
    ScaleOptions options;
    options.n_neighbors_scale = 3;
    const std::vector<double> scales = {0.1 * data.median, 0.5 * data.median, 1.5 * data.median};
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
}

// One scale is too few to pay for a factorization of the samples; many are not.
TEST(ScaleCriteria, AreTheSameInAllCoordinates) {
  for (const Index n_features : {7, 20}) {
    LabeledCurves data(n_features);
    const Vector grid = scale_grid().resolve(data.median);
    const auto together = scan_scales(data.problem(), std::span(grid.data(), grid.size()), {}, data.threads);
    for (std::size_t i = 0; i < together.size(); ++i) {
      const auto alone = scan_scales(data.problem(), std::span(&grid(i), 1), {}, data.threads);
      EXPECT_LT((alone[0].gradient - together[i].gradient).norm(), 1e-10 * together[i].gradient.norm());
      EXPECT_LT((alone[0].separation - together[i].separation).norm(), 1e-10 * together[i].gradient.norm());
    }
  }
}

TEST(ScaleCriteria, DoNotDependOnTheNumberOfThreads) {
  const LabeledCurves data(60);
  const Vector grid = scale_grid().resolve(data.median);
  ThreadPool one(1);
  ThreadPool three(3);
  const auto a = scan_scales(data.problem(), std::span(grid.data(), grid.size()), {}, one);
  const auto b = scan_scales(data.problem(), std::span(grid.data(), grid.size()), {}, three);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].gradient, b[i].gradient);
    EXPECT_EQ(a[i].separation, b[i].separation);
    EXPECT_EQ(a[i].leave_one_out, b[i].leave_one_out);
  }
}

// Unlabeled centers have targets, but no class and no gradient in the sums.
TEST(ScaleCriteria, LookFromTheLabeledSamplesOnly) {
  LabeledCurves data(60);
  const double scale = 0.8 * data.median;
  const auto all = scan_scales(data.problem(), std::span(&scale, 1), {}, data.threads);
  ScaleProblem fewer = data.problem();
  fewer.classes = fewer.classes.first(18);
  const auto first = scan_scales(fewer, std::span(&scale, 1), {}, data.threads);
  EXPECT_EQ(first[0].leave_one_out, all[0].leave_one_out);
  for (Index k = 0; k < 4; ++k) {
    EXPECT_GT(first[0].gradient(k), 0.0);
    EXPECT_LT(first[0].gradient(k), all[0].gradient(k));
  }
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

TEST(ChooseScales, LeaveOneOutIsTheSameWithAndWithoutGradients) {
  LabeledCurves data;
  ScaleOptions options;
  options.scale.rule = ScaleRule::loo;
  const ChosenScales loo = choose_scales(data.problem(), data.median, options, data.threads);
  options.scale.rule = ScaleRule::ratio;
  const ChosenScales ratio = choose_scales(data.problem(), data.median, options, data.threads);
  ASSERT_EQ(loo.curve.size(), ratio.curve.size());
  for (std::size_t i = 0; i < loo.curve.size(); ++i) {
    EXPECT_EQ(loo.curve[i].leave_one_out, ratio.curve[i].leave_one_out);
    EXPECT_EQ(loo.curve[i].gradient.size(), 0);
    EXPECT_EQ(ratio.curve[i].gradient.size(), 4);
  }
}

// A grid scale beyond the first that needs a shift is no candidate.
TEST(ChooseScales, TheCurveEndsBeforeTheFirstShift) {
  LabeledCurves data(2);
  ScaleOptions options;
  options.scale.rule = ScaleRule::loo;
  const ChosenScales chosen = choose_scales(data.problem(), data.median, options, data.threads);
  const Vector grid = scale_grid().resolve(data.median);
  const auto all = scan_scales(data.problem(), std::span(grid.data(), grid.size()), options, data.threads);
  ASSERT_LT(chosen.curve.size(), all.size());
  EXPECT_GT(all[chosen.curve.size()].shift, 0.0);
  for (std::size_t i = 0; i < chosen.curve.size(); ++i) {
    EXPECT_EQ(chosen.curve[i].shift, 0.0);
    EXPECT_EQ(chosen.curve[i].leave_one_out, all[i].leave_one_out);
  }
}

// The leave-one-out choice among the grid scales up to a limit that is known beforehand.
Vector loo_scales_up_to(const std::vector<ScalePoint>& grid, double largest) {
  std::vector<ScalePoint> curve;
  for (const ScalePoint& point : grid) {
    if (point.shift <= 0.0 && point.scale <= largest) curve.push_back(point);
  }
  Vector scales(4);
  for (Index k = 0; k < 4; ++k) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < curve.size(); ++i) {
      if (curve[i].leave_one_out(k) < curve[best].leave_one_out(k)) best = i;
    }
    scales(k) = curve[best].scale;
    if (best == 0 || best + 1 == curve.size()) continue;
    // The parabola a t² + b t through its neighbors at t = -1 and 1 is lowest at -b / 2a.
    const double left = curve[best - 1].leave_one_out(k) - curve[best].leave_one_out(k);
    const double right = curve[best + 1].leave_one_out(k) - curve[best].leave_one_out(k);
    scales(k) *= std::pow(curve[best + 1].scale / curve[best].scale, (left - right) / (2.0 * (left + right)));
  }
  const double deviation = std::sqrt((scales.array() - scales.mean()).square().mean());
  return scales.cwiseMax(scales.mean() - 2.0 * deviation).cwiseMin(scales.mean() + 2.0 * deviation);
}

TEST(ChooseScales, SolvabilityBindsAsALimitWouldAndIsAskedRarely) {
  LabeledCurves data;
  const Vector grid = scale_grid().resolve(data.median);
  ScaleOptions options;
  const auto curve = scan_scales(data.problem(), std::span(grid.data(), grid.size()), options, data.threads);
  const double unbound = loo_scales_up_to(curve, kInfinity).maxCoeff();
  int n_without_bisection = 0;
  for (const double limit : grid) {
    ScaleProblem problem = data.problem();
    int n_asked = 0;
    problem.is_solvable = [&](double scale) {
      ++n_asked;
      return scale <= limit;
    };
    const ChosenScales chosen = choose_scales(problem, data.median, options, data.threads);
    EXPECT_LT((chosen.scales - loo_scales_up_to(curve, limit)).norm(), 1e-12 * chosen.scales.norm()) << limit;
    EXPECT_LE(n_asked, 6);
    if (n_asked == 1) ++n_without_bisection;
    if (limit > 1.5 * unbound) {
      EXPECT_EQ(n_asked, 1);
    }
  }
  EXPECT_GT(n_without_bisection, 5);
}

TEST(ChooseScales, SolvabilityBindsTheOtherRulesToo) {
  LabeledCurves data;
  for (const ScaleRule rule : {ScaleRule::ratio, ScaleRule::regularizer}) {
    ScaleOptions options;
    options.scale.rule = rule;
    ScaleProblem problem = data.problem();
    const double limit = 0.5 * data.median;
    problem.is_solvable = [&](double scale) { return scale <= limit; };
    EXPECT_LE(choose_scales(problem, data.median, options, data.threads).scales.maxCoeff(), limit);
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

TEST(MergeScales, GroupsHoldTogetherWithinTheToleranceAndTakeTheirGeometricMean) {
  Vector scales(6);
  scales << 1.05, 3.0, 1.0, 1.11, 2.0, 3.0;
  Vector expected(6);
  // 1.11 is within 10 % of 1.05, but not of the smallest of its group.
  expected << std::sqrt(1.05), 3.0, std::sqrt(1.05), 1.11, 2.0, 3.0;
  const Vector merged = merge_scales(scales, 0.1);
  EXPECT_LT((merged - expected).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_EQ(merged(0), merged(2));  // to the bit: they share a factorization
  EXPECT_EQ(merged.tail(3), expected.tail(3));
  EXPECT_EQ(merged(1), 3.0);
  EXPECT_EQ(merge_scales(scales, 0.0), scales);
  EXPECT_EQ(merge_scales(Vector::Constant(3, 0.7), 0.1), Vector::Constant(3, 0.7));
}

TEST(MergeScales, AppliesToChosenAndToGivenScales) {
  LabeledCurves data;
  ScaleOptions options;
  options.scale = *OptionText<ScaleChoice>::parse("1,1.01,2,2.02abs");
  options.scale_groups = 0.05;
  const Vector given = choose_scales(data.problem(), 1.0, options, data.threads).scales;
  EXPECT_EQ(given(0), given(1));
  EXPECT_EQ(given(2), given(3));
  options.scale.rule = ScaleRule::loo;
  options.scale_groups = 0.0;
  const Vector free = choose_scales(data.problem(), data.median, options, data.threads).scales;
  options.scale_groups = 10.0;
  const Vector merged = choose_scales(data.problem(), data.median, options, data.threads).scales;
  EXPECT_NEAR(merged(0), std::exp(free.array().log().mean()), 1e-12 * merged(0));
  EXPECT_EQ(merged, Vector::Constant(4, merged(0)));
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

}  // namespace scales_test
}  // namespace sosi
