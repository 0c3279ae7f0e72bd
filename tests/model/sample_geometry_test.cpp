// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/sample_geometry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "problems.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/fit/fit.hpp"
#include "sosi/model/explanation.hpp"

namespace sosi {
namespace sample_geometry_test {

const TrainingSet& training() {
  static const TrainingSet set = testing::partly_labeled(testing::make_curves(3, 40, 6, 81), 5);
  return set;
}

Model model_with(NormalizationKind normalize, const std::string& scale) {
  FitOptions options;
  options.rounds = 4;
  options.normalize = normalize;
  set_option(options, "scale", scale);
  return fit(training(), options).model;
}

const Model& model() {
  static const Model fitted = model_with(NormalizationKind::none, "0.5,0.7");
  return fitted;
}

// New samples and some of the fit, which are centers.
Matrix some_samples() {
  Matrix samples(40, 6);
  samples << testing::make_curves(3, 10, 6, 82).samples, training().samples.middleRows(50, 10);
  return samples;
}

std::span<const double> row(const Matrix& samples, Index i) {
  return {samples.row(i).data(), static_cast<std::size_t>(samples.cols())};
}

TEST(GradientNorms, AreThoseOfTheGradients) {
  const Matrix samples = some_samples();
  const Matrix found = gradient_norms(model(), samples);
  const Vector bounds = model().rbf_map().lipschitz_bounds();
  for (Index i = 0; i < samples.rows(); ++i) {
    const Vector norms = model().rbf_map().gradient(samples.row(i)).rowwise().norm();
    for (Index k = 0; k < 2; ++k) EXPECT_NEAR(found(i, k), norms(k), 1e-14 * bounds(k));
  }
}

TEST(GradientNorms, AgreeWithDifferences) {
  constexpr double kStep = 1e-5;
  const Matrix samples = some_samples();
  const Matrix found = gradient_norms(model(), samples);
  for (Index i = 0; i < samples.rows(); ++i) {
    Matrix jacobian(2, 6);
    for (Index j = 0; j < 6; ++j) {
      Matrix moved = samples.row(i).replicate(2, 1);
      moved(0, j) += kStep;
      moved(1, j) -= kStep;
      const Matrix values = model().transform(moved);
      jacobian.col(j) = (values.row(0) - values.row(1)).transpose() / (2.0 * kStep);
    }
    for (Index k = 0; k < 2; ++k) EXPECT_NEAR(found(i, k), jacobian.row(k).norm(), 1e-6 * found.maxCoeff());
  }
}

TEST(GradientNorms, AreTakenAtTheNormalizedSample) {
  const Model standard = model_with(NormalizationKind::standard, "0.6");
  const Matrix samples = some_samples();
  Matrix normalized = samples;
  standard.normalization().apply(normalized);
  ThreadPool threads(1);
  EXPECT_EQ(gradient_norms(standard, samples), standard.rbf_map().gradient_norms(normalized, threads));
}

TEST(GradientNorms, DependOnTheirSampleAlone) {
  const Matrix samples = some_samples();
  const Matrix all = gradient_norms(model(), samples, {.n_threads = 3});
  for (const Index i : {0, 17, 39}) {
    EXPECT_EQ(all.row(i), gradient_norms(model(), samples.row(i), {.n_threads = 1}));
  }
}

TEST(LipschitzBound, IsReachedByASingleGaussian) {
  const Matrix center = Matrix::Zero(1, 3);
  const Indices rows{0};
  const RbfMap map(center, rows, Matrix::Constant(1, 1, -2.0), Vector::Constant(1, 0.7));
  Matrix steepest = Matrix::Zero(1, 3);
  steepest(0, 1) = 0.7 / std::numbers::sqrt2;
  ThreadPool threads(1);
  const double bound = map.lipschitz_bounds()(0);
  EXPECT_NEAR(bound, std::sqrt(2.0 / std::numbers::e) * 2.0 / 0.7, 1e-15);
  EXPECT_NEAR(map.gradient_norms(steepest, threads)(0, 0), bound, 1e-14);
}

TEST(LipschitzBound, IsAboveAllGradientsAndSlopes) {
  Matrix samples(300, 6);  // near the samples and around them
  samples << testing::random_matrix(200, 6, 83) * 2.0,
      training().samples.topRows(100) + 0.1 * testing::random_matrix(100, 6, 84);
  const Vector bounds = model().rbf_map().lipschitz_bounds();
  const Matrix norms = gradient_norms(model(), samples);
  for (Index k = 0; k < 2; ++k) EXPECT_LE(norms.col(k).maxCoeff(), bounds(k));
  const Matrix values = model().transform(samples);
  for (Index i = 1; i < samples.rows(); ++i) {
    const double moved = (samples.row(i) - samples.row(i - 1)).norm();
    EXPECT_LE((values.row(i) - values.row(i - 1)).norm(), bounds.norm() * moved);
  }
}

// In random directions, and in those in which a coordinate of the map changes fastest.
TEST(SafeRadius, KeepsTheLabelOfTheMap) {
  const Matrix samples = some_samples();
  const Matrix distances = model().class_squared_distances(samples);
  const Vector radii = safe_radii(model(), distances);
  EXPECT_GT(radii.minCoeff(), 0.0);
  for (Index i = 0; i < samples.rows(); ++i) {
    Index label = 0;  // of the map: samples of the fit may have another
    distances.row(i).minCoeff(&label);
    Matrix directions = testing::random_matrix(20, 6, 85 + static_cast<std::uint64_t>(i));
    directions.topRows(2) = model().rbf_map().gradient(samples.row(i));
    directions.middleRows(2, 2) = -directions.topRows(2);
    for (Index j = 0; j < directions.rows(); ++j) {
      const double length = 0.999 * radii(i) / directions.row(j).norm();
      const Matrix moved = samples.row(i) + length * directions.row(j);
      EXPECT_EQ(model().predict(moved).classes[0], label);
    }
  }
}

// One Gaussian on a line, steepest half way between two labeled embeddings: the label changes not far beyond
// the radius. A radius that is twice too large would be found out.
TEST(SafeRadius, IsNotMuchTooLargeWhereTheBoundIsReached) {
  const double scale = std::numbers::sqrt2;  // steepest at 1
  const double at_steepest = std::exp(-0.5);
  Matrix centers(2, 1);
  centers << 0.0, 100.0;
  Matrix coefficients(2, 1);
  coefficients << 1.0, 0.0;
  const Indices rows{0, 1};
  ModelParts parts;
  parts.extension =
      std::make_shared<RbfExtension>(RbfMap(centers, rows, coefficients, Vector::Constant(1, scale)));
  parts.embedding.resize(2, 1);
  parts.embedding << at_steepest + 0.2, at_steepest - 0.2;
  parts.labels = {0, 1};
  parts.classes = {"a", "b"};
  const Model made(std::move(parts));
  const double bound = made.rbf_map().lipschitz_bounds()(0);
  Matrix sample(1, 1);
  sample << 0.95;  // f is a little above the middle
  const double value = made.transform(sample)(0, 0);
  const double radius = safe_radii(made, made.class_squared_distances(sample))(0);
  EXPECT_NEAR(radius, (value - at_steepest) / bound, 1e-12);
  const auto label_at = [&](double x) { return made.predict(Matrix::Constant(1, 1, x)).classes[0]; };
  EXPECT_EQ(label_at(0.95 + 0.999 * radius), 0);
  EXPECT_EQ(label_at(0.95 - 0.999 * radius), 0);
  EXPECT_EQ(label_at(0.95 + 1.01 * radius), 1);
}

TEST(ManifoldDistances, AreThoseOfTheExplanation) {
  const Matrix samples = some_samples();
  const Prediction found = model().predict(samples);
  const SampleGeometry geometry = sample_geometry(model(), samples, found.classes);
  for (Index i = 0; i < samples.rows(); ++i) {
    const Explanation why = explain(model(), row(samples, i));
    EXPECT_EQ(geometry.manifold_distance(i), why.class_distances[found.classes[i]]);
    EXPECT_NEAR(geometry.gradient_norm(i), why.gradient_norm, 1e-12 * why.gradient_norm);
    EXPECT_EQ(geometry.safe_radius(i), why.safe_radius);
  }
}

TEST(ManifoldDistances, AreZeroForLabeledSamplesOfTheClass) {
  const Matrix labeled = model().rbf_map().centers().topRows(15);
  EXPECT_LT(manifold_distances(model(), labeled, model().labels()).maxCoeff(), 1e-12);
  std::vector<int> others = model().labels();
  for (int& of_class : others) of_class = (of_class + 1) % 3;
  EXPECT_GT(manifold_distances(model(), labeled, others).minCoeff(), 0.1);
}

TEST(SampleGeometry, RefusesWhatItCannotJudge) {
  const Matrix samples = some_samples();
  const std::vector<int> classes(40, 0);
  EXPECT_THROW(sample_geometry(model(), samples, {classes.data(), 39}), InvalidInput);
  EXPECT_THROW(sample_geometry(model(), samples, std::vector<int>(40, 3)), InvalidInput);
  EXPECT_THROW(gradient_norms(model(), samples.leftCols(5)), InvalidInput);
  FitOptions options;
  options.extension = "lle";
  const Model other = fit(training(), options).model;
  EXPECT_THROW(sample_geometry(other, samples, classes), InvalidInput);
}

}  // namespace sample_geometry_test
}  // namespace sosi
