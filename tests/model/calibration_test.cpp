// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/calibration.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "fit/support.hpp"
#include "problems.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/random.hpp"
#include "sosi/fit/fit.hpp"
#include "sosi/graph/distances.hpp"
#include "sosi/kernel/rbf_map.hpp"

namespace sosi {
namespace calibration_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Matrix random_squares(Index rows, Index cols, std::uint64_t seed) {
  return testing::random_matrix(rows, cols, seed).cwiseAbs2();
}

// One class a row, drawn with the given probabilities.
Matrix draw(const Matrix& probabilities, std::uint64_t seed) {
  Random random(seed);
  Matrix targets = Matrix::Zero(probabilities.rows(), probabilities.cols());
  for (Index i = 0; i < targets.rows(); ++i) {
    double left = random.uniform();
    Index of_class = 0;
    while (of_class + 1 < targets.cols() && left >= probabilities(i, of_class)) {
      left -= probabilities(i, of_class++);
    }
    targets(i, of_class) = 1.0;
  }
  return targets;
}

// With the targets smoothed as documented.
double cross_entropy(const Matrix& squared_distances, const Matrix& targets, Index n_labeled,
                     double temperature) {
  const double doubt = 2.0 / static_cast<double>(n_labeled + 2);
  const Matrix smooth = (1.0 - doubt) * targets.array() + doubt / static_cast<double>(targets.cols());
  const Matrix p = class_probabilities(squared_distances, {temperature, kInfinity});
  return -(smooth.array() * p.array().log()).sum();
}

TEST(ClassProbabilities, AreASoftmaxInTheOrderOfTheDistances) {
  const Matrix squared_distances = random_squares(50, 4, 1);
  const Matrix p = class_probabilities(squared_distances, {0.3, kInfinity});
  for (Index i = 0; i < p.rows(); ++i) {
    EXPECT_NEAR(p.row(i).sum(), 1.0, 1e-14);
    for (Index c = 1; c < p.cols(); ++c) {
      const double gap = squared_distances(i, c) - squared_distances(i, 0);
      EXPECT_NEAR(std::log(p(i, 0) / p(i, c)), gap / 0.3, 1e-10 * (1.0 + std::abs(gap)));
      EXPECT_EQ(p(i, c) < p(i, 0), gap > 0.0);
    }
    const std::span row(squared_distances.row(i).data(), 4);
    std::vector<double> one(4);
    class_probabilities(row, {0.3, kInfinity}, one);
    EXPECT_TRUE(std::ranges::equal(one, std::span(p.row(i).data(), 4)));
  }
  const Matrix logarithms = log_class_probabilities(squared_distances, {0.3, kInfinity});
  EXPECT_LT((logarithms.array() - p.array().log()).abs().maxCoeff(), 1e-12);
}

TEST(ClassProbabilities, HaveARunnerUp) {
  const std::vector<double> p = {0.2, 0.5, 0.3};
  EXPECT_EQ(most_probable(p), 1);
  EXPECT_EQ(runner_up(p, 1).of_class, 2);
  EXPECT_EQ(runner_up(p, 1).probability, 0.3);
  EXPECT_EQ(runner_up(p, 0).of_class, 1);
  EXPECT_EQ(runner_up(p, kUnlabeled).of_class, 2);
  const std::vector<double> certain = {0.0, 0.0, 1.0};
  EXPECT_EQ(runner_up(certain, 2).of_class, 0);
  EXPECT_EQ(runner_up(certain, 2).probability, 0.0);
}

TEST(ClassProbabilities, HoldAtTheEdges) {
  Matrix squared_distances(5, 3);
  squared_distances << 0, 0, 0, kInfinity, 1, kInfinity, kInfinity, kInfinity, kInfinity, 1e300, 2e300, 3e300,
      0, 1e-300, 1e300;
  const Matrix p = class_probabilities(squared_distances, {1e-3, kInfinity});
  EXPECT_TRUE(p.allFinite());
  for (Index i = 0; i < p.rows(); ++i) EXPECT_NEAR(p.row(i).sum(), 1.0, 1e-15);
  EXPECT_EQ(p(0, 0), 1.0 / 3.0);
  EXPECT_EQ(p(1, 1), 1.0);
  EXPECT_EQ(p(2, 2), 1.0 / 3.0);
  EXPECT_EQ(p(3, 0), 1.0);
}

TEST(FitTemperature, FindsTheLeastCrossEntropyOfAScan) {
  for (const Index n : {3, 30, 300}) {
    const Matrix squared_distances = 100.0 * random_squares(n, 5, 2);
    const Matrix targets = draw(class_probabilities(squared_distances, {40.0, kInfinity}), 3);
    const double found = fit_temperature(squared_distances, with_doubt(targets, doubt_after(n)));
    const double least = cross_entropy(squared_distances, targets, n, found);
    for (double temperature = 1e-2; temperature < 1e6; temperature *= 1.01) {
      EXPECT_GE(cross_entropy(squared_distances, targets, n, temperature), least * (1.0 - 1e-12));
    }
  }
}

TEST(FitTemperature, GivesBackTheTemperatureThatClassesWereDrawnWith) {
  const Matrix squared_distances = random_squares(20000, 4, 4);
  for (const double temperature : {0.1, 0.5, 2.0}) {
    const Matrix p = class_probabilities(squared_distances, {temperature, kInfinity});
    EXPECT_NEAR(fit_temperature(squared_distances, with_doubt(draw(p, 5), doubt_after(20000))) / temperature,
                1.0, 0.05);
    // The probabilities themselves are targets, too.
    EXPECT_NEAR(fit_temperature(squared_distances, with_doubt(p, doubt_after(1000000000))) / temperature, 1.0,
                1e-6);
  }
}

TEST(FitTemperature, HasTheUnitOfTheDistances) {
  const Matrix squared_distances = random_squares(60, 3, 6);
  const Matrix targets = draw(class_probabilities(squared_distances, {0.5, kInfinity}), 7);
  const double found = fit_temperature(squared_distances, with_doubt(targets, doubt_after(60)));
  EXPECT_NEAR(
      fit_temperature(1e-9 * squared_distances, with_doubt(targets, doubt_after(60))) / (1e-9 * found), 1.0,
      1e-12);
}

TEST(FitTemperature, LeavesSomeDoubtAfterLabelsThatWereAllMet) {
  double certain = 0.0;
  for (const Index n : {4, 40, 400}) {
    const Matrix targets = draw(Matrix::Constant(n, 4, 0.25), 8);
    const Matrix squared_distances = Matrix::Ones(n, 4) - targets;
    const double temperature = fit_temperature(squared_distances, with_doubt(targets, doubt_after(n)));
    const Matrix p = class_probabilities(squared_distances, {temperature, kInfinity});
    // All rows are alike: the probability is the smoothed target itself.
    EXPECT_NEAR(p.maxCoeff(), 1.0 - 2.0 / static_cast<double>(n + 2) * 3.0 / 4.0, 1e-9);
    EXPECT_GT(p.maxCoeff(), certain);
    certain = p.maxCoeff();
  }
  EXPECT_LT(certain, 1.0);
}

TEST(FitTemperature, IsAnOrdinaryNumberWhateverItIsGiven) {
  const auto check = [](const Matrix& squared_distances, const Matrix& targets) {
    const double temperature =
        fit_temperature(squared_distances, with_doubt(targets, doubt_after(targets.rows())));
    EXPECT_TRUE(std::isnormal(temperature) && temperature > 0.0) << temperature;
  };
  const Matrix targets = draw(Matrix::Constant(20, 3, 1.0 / 3.0), 9);
  check(Matrix(0, 3), Matrix(0, 3));
  check(Matrix::Zero(20, 3), targets);
  check(Matrix::Constant(20, 3, kInfinity), targets);
  check(1e300 * random_squares(20, 3, 10), targets);
  check(1e-300 * random_squares(20, 3, 10), targets);
  check(targets, targets);  // every label missed
  Matrix one_bad = random_squares(20, 3, 11);
  const double without =
      fit_temperature(one_bad.bottomRows(19), with_doubt(targets.bottomRows(19), doubt_after(20)));
  one_bad(0, 1) = kInfinity;
  EXPECT_EQ(fit_temperature(one_bad, with_doubt(targets, doubt_after(20))), without);
  EXPECT_THROW(fit_temperature(one_bad, with_doubt(targets.topRows(19), doubt_after(20))), InvalidInput);
}

TEST(Support, ReachesAsFarAsCentersAreFromTheNearestOtherOne) {
  const Matrix samples = testing::random_matrix(150, 7, 12);
  const SampleSet set(samples, testing::row_range(150), {});
  Positions centers;
  for (Index i = 0; i < 150; i += 2) centers.emplace_back((i * 37) % 150);
  double expected = 0.0;
  for (const Index a : centers) {
    double nearest = kInfinity;
    for (const Index b : centers) {
      if (a != b) nearest = std::min(nearest, (samples.row(a) - samples.row(b)).norm());
    }
    expected = std::max(expected, nearest);
  }
  for (const int n_threads : {1, 3}) {
    ThreadPool threads(n_threads);
    for (const Index n_kept : {Index{0}, Index{150}}) {
      const SampleDistances distances(set, n_kept, threads);
      const Support support = find_support(distances, centers, 0.0, threads);
      EXPECT_NEAR(support.radius, expected, 1e-14 * expected);
      EXPECT_EQ(std::ranges::count(support.is_far, true), 0);
      EXPECT_EQ(find_support(distances, std::span(centers).first(1), 0.0, threads).radius, kInfinity);
    }
  }
}

TEST(Support, TakesNearCopiesForOneCenter) {
  Matrix samples = testing::random_matrix(40, 7, 12);
  const SampleSet set(samples, testing::row_range(40), {});
  ThreadPool threads(2);
  const auto radius = [&](Index n, double copy_distance) {
    const SampleDistances distances(set, 40, threads);
    return find_support(distances, position_range(0, n), copy_distance, threads).radius;
  };
  const double single = radius(20, 0.0);
  samples.bottomRows(20) = samples.topRows(20).array() + 1e-9;
  EXPECT_NEAR(radius(40, 1e-6), single, 1e-7);
  EXPECT_LT(radius(40, 0.0), 1e-6);
}

TEST(Support, IsADistance) {
  EXPECT_TRUE((Calibration{1.0, 0.5}.is_far(0.3)));
  EXPECT_FALSE((Calibration{1.0, 0.5}.is_far(0.2)));
}

TEST(Support, IsNotStretchedByOutliers) {
  Matrix samples = testing::random_matrix(150, 7, 12);
  ThreadPool threads(2);
  const SampleSet set(samples, testing::row_range(150), {});
  const auto support = [&](Index n) {
    const SampleDistances distances(set, 150, threads);
    return find_support(distances, position_range(0, n), 0.0, threads);
  };
  const double ordinary = support(148).radius;
  samples.row(148).setConstant(1e4);
  samples.row(149).setConstant(-1e3);
  const Support all = support(150);
  EXPECT_EQ(all.radius, ordinary);
  for (Index i = 0; i < 150; ++i) EXPECT_EQ(all.is_far[i], i >= 148);
}

TEST(Calibration, OfAFitIsThatOfMapsFittedWithoutEachSample) {
  // The map of a single round goes through the labeled samples alone: leave each out in earnest.
  const testing::Curves curves = testing::make_curves(3, 8, 10, 13);
  TrainingSet training = testing::partly_labeled(curves, 8);
  FitOptions options;
  options.rounds = 1;
  options.normalize = NormalizationKind::none;
  options.scale = {ScaleRule::fixed, {{0.5}, false}};
  const Model model = fit(training, options).model;
  ThreadPool threads(1);
  const Matrix centers = model.rbf_map().centers();
  const Index n = centers.rows();
  Matrix left_out(n, model.rbf_map().n_components());
  Matrix targets = Matrix::Zero(n, 3);
  for (Index i = 0; i < n; ++i) {
    Indices others;
    for (Index j = 0; j < n; ++j) {
      if (j != i) others.push_back(j);
    }
    const RbfFit without = fit_rbf(centers(others, Eigen::all), model.embedding()(others, Eigen::all),
                                   model.rbf_map().scales(), 0.0, threads);
    left_out.row(i) = without.map.evaluate(centers.row(i), threads);
    targets(i, model.labels()[i]) = 1.0;
  }
  const double expected =
      fit_temperature(nearest_by_class(left_out, model.embedding(), model.labels(), threads),
                      with_doubt(targets, doubt_after(n)));
  EXPECT_NEAR(model.calibration().temperature / expected, 1.0, 1e-6);
}

TEST(Calibration, SamplesFarFromAllCentersAreFlagged) {
  const testing::Curves curves = testing::make_curves(3, 60, 10, 14);
  FitOptions options;
  options.normalize = NormalizationKind::none;
  const Model model = fit(testing::partly_labeled(curves, 6), options).model;
  const Prediction near = model.predict(curves.samples);
  EXPECT_EQ(std::ranges::count(near.is_far, true), 0);
  const Matrix moved = curves.samples.array() + 100.0 * model.calibration().support;
  const Prediction far = model.predict(moved);
  EXPECT_EQ(std::ranges::count(far.is_far, false), 0);
}

TEST(Calibration, UnlabeledCopiesOfLabeledSamplesHaveWhatTheModelSays) {
  TrainingSet training = testing::partly_labeled(testing::make_curves(3, 20, 10, 18), 4);
  const Index copy = std::ranges::find(training.labels.values, kUnlabeled) - training.labels.values.begin();
  training.samples.row(copy) = training.samples.row(0);
  const FitResult result = fit(training, {});
  const Prediction found = result.model.predict(training.samples.row(copy));
  EXPECT_EQ(result.prediction.probability[copy], found.probability[0]);
  EXPECT_EQ(result.prediction.classes[copy], training.labels.values[0]);
}

TEST(Calibration, OfAVoteHoldsForNewSamples) {
  const testing::Curves all = testing::make_curves(3, 60, 10, 19);
  TrainingSet training = testing::partly_labeled(
      {all.samples.topRows(120), {all.classes.begin(), all.classes.begin() + 120}}, 5);
  const FitResult result = fit(training, {});
  ASSERT_FALSE(result.report.search.empty());
  const Prediction found = result.model.predict(all.samples.bottomRows(60));
  double error = 0.0;
  double expected = 0.0;
  for (std::size_t i = 0; i < 60; ++i) {
    error += (found.classes[i] == all.classes[120 + i] ? 0.0 : 1.0) / 60.0;
    expected += (1.0 - found.probability[i]) / 60.0;
  }
  EXPECT_NEAR(expected, error, 0.1);
}

TEST(Calibration, AnOutlierOfTheFitIsFarAndDoesNotBringOthersNear) {
  const testing::Curves curves = testing::make_curves(3, 60, 10, 14);
  TrainingSet training = testing::partly_labeled(curves, 6);
  FitOptions options;
  options.normalize = NormalizationKind::none;
  const double radius = fit(training, options).model.calibration().support;
  const Index outlier =
      std::ranges::find(training.labels.values, kUnlabeled) - training.labels.values.begin();
  training.samples.row(outlier).array() += 1e3 * radius;
  const FitResult result = fit(training, options);
  for (Index i = 0; i < training.samples.rows(); ++i) {
    EXPECT_EQ(result.prediction.is_far[i], i == outlier);
  }
  const Matrix between = curves.samples.array() + 500.0 * radius;
  const Prediction found = result.model.predict(between);
  EXPECT_EQ(std::ranges::count(found.is_far, false), 0);
}

TEST(Calibration, ProbabilitiesOfAModelAreThoseOfItsPrediction) {
  const testing::Curves curves = testing::make_curves(3, 60, 10, 15);
  const FitResult result = fit(testing::partly_labeled(curves, 6), {});
  const Matrix samples = testing::make_curves(3, 40, 10, 16).samples;
  const Matrix p = result.model.probabilities(samples);
  const Prediction found = result.model.predict(samples);
  for (Index i = 0; i < samples.rows(); ++i) {
    EXPECT_EQ(found.probability[i], p(i, found.classes[i]));
    EXPECT_EQ(found.probability[i], p.row(i).maxCoeff());
  }
}

TEST(Calibration, GivenLabelsAreCertain) {
  const TrainingSet training = testing::partly_labeled(testing::make_curves(3, 30, 10, 17), 6);
  const std::vector<int> given = training.labels.values;
  const Prediction found = fit(training, {}).prediction;
  double sum = 0.0;
  int n = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    EXPECT_FALSE(found.is_far[i]);
    if (given[i] != kUnlabeled) {
      EXPECT_EQ(found.probability[i], 1.0);
    } else {
      EXPECT_LT(found.probability[i], 1.0);
      sum += 1.0 - found.probability[i];
      ++n;
    }
  }
  EXPECT_NEAR(expected_error(found, given).value(), sum / n, 1e-14);
  EXPECT_FALSE(expected_error(found, std::vector<int>(given.size(), 0)));
}

TEST(AbstainBelow, LeavesOpenWhatIsLessProbableAndNothingElse) {
  const Prediction found{{{0, 1, 2}, {1.5, 1.2, kInfinity}}, {0.4, 0.5, 1.0}, {true, false, false}};
  const Prediction shown = abstain_below(found, 0.5);
  EXPECT_EQ(shown.classes, (std::vector<int>{kUnlabeled, 1, 2}));
  EXPECT_EQ(shown.probability, found.probability);
  EXPECT_EQ(shown.confidence, found.confidence);
  EXPECT_EQ(abstain_below(found, 0.0).classes, found.classes);
  EXPECT_EQ(abstain_below(found, 1.0).classes, (std::vector<int>{kUnlabeled, kUnlabeled, 2}));
}

}  // namespace calibration_test
}  // namespace sosi
