// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "dense_oracle.hpp"
#include "extend/width_choice.hpp"
#include "io/model_file_fixture.hpp"
#include "problems.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/extend/extension.hpp"
#include "sosi/fit/fit.hpp"

namespace sosi {
namespace nystrom_test {

using testing::random_matrix;

class Nystrom : public ::testing::Test {
 protected:
  Matrix kernel(const Matrix& left, const Matrix& right) const {
    Matrix values(left.rows(), right.rows());
    for (Index i = 0; i < left.rows(); ++i) {
      values.row(i) = (-(right.rowwise() - left.row(i)).rowwise().squaredNorm() / kHeat).array().exp();
    }
    return values;
  }

  // The normalized kernel between points and samples, by its definition.
  Matrix normalized(const Matrix& points, const std::string& kind) const {
    const Matrix k = kernel(points, samples_);
    const Matrix own = kernel(samples_, samples_);
    const Vector degrees = own.rowwise().sum();
    const Vector at_points = k.rowwise().sum();
    if (kind == "random-walk") return at_points.cwiseInverse().asDiagonal() * k;
    if (kind == "symmetric") {
      return at_points.cwiseSqrt().cwiseInverse().asDiagonal() * k *
             degrees.cwiseSqrt().cwiseInverse().asDiagonal();
    }
    if (kind == "none") return k;
    const double n = static_cast<double>(samples_.rows());
    Matrix centered = k;
    centered.colwise() -= at_points / n;
    centered.rowwise() -= degrees.transpose() / n;
    return centered.array() + degrees.sum() / (n * n);
  }

  FittedExtension fitted(const Matrix& coordinates, const std::string& kind) {
    const Embedding embedding{coordinates};
    return extend({span_of(samples_), &embedding}, "nystrom",
                  {{"nystrom_kernel", kind}, {"nystrom_heat", OptionText<double>::format(kHeat)}}, threads_);
  }

  static constexpr double kHeat = 1.7;
  Matrix samples_ = random_matrix(40, 3, 41);
  Matrix points_ = random_matrix(20, 3, 42);
  ThreadPool threads_{1};
};

TEST_F(Nystrom, ReproducesTheEigenvectorsOfEveryKernelAndExtendsThemByTheFormula) {
  for (const std::string kind : {"symmetric", "random-walk", "centered", "none"}) {
    SCOPED_TRACE(kind);
    const Matrix matrix = normalized(samples_, kind);
    const testing::SymmetricPairs pairs = testing::real_pairs(matrix);
    const Indices largest = {38, 37, 36, 35};  // but for the first
    const Matrix vectors = pairs.vectors(Eigen::all, largest);
    const Vector values = pairs.values(largest);
    const FittedExtension found = fitted(vectors, kind);
    EXPECT_LT(found.diagnostics.interpolation_error, 1e-9);
    EXPECT_LT((array_named(found.extension->arrays(), "eigenvalues").row(0).transpose() - values).norm(),
              1e-9 * values.norm());
    const Matrix expected = normalized(points_, kind) * vectors * values.cwiseInverse().asDiagonal();
    EXPECT_LT((found.extension->evaluate(points_, threads_).values - expected).cwiseAbs().maxCoeff(), 1e-9);
  }
}

TEST_F(Nystrom, TakesTheRayleighQuotientOfOtherCoordinates) {
  const Matrix coordinates = random_matrix(40, 2, 43);
  const Matrix matrix = normalized(samples_, "symmetric");
  const NamedArrays arrays = fitted(coordinates, "symmetric").extension->arrays();
  for (Index k = 0; k < 2; ++k) {
    const Vector y = coordinates.col(k);
    const double expected = y.dot(matrix * y) / y.squaredNorm();
    EXPECT_NEAR(array_named(arrays, "eigenvalues")(0, k), expected, 1e-12);
  }
}

TEST_F(Nystrom, IsFiniteFarAway) {
  const Matrix far = Matrix::Constant(1, 3, 1e6);
  for (const char* kind : {"symmetric", "random-walk", "centered", "none"}) {
    EXPECT_TRUE(fitted(random_matrix(40, 2, 43), kind).extension->evaluate(far, threads_).values.allFinite());
  }
}

// The rule once more, without its tricks.
TEST_F(Nystrom, TakesTheHeatWhoseAveragesOfOthersAgreeBest) {
  const Matrix coordinates = samples_.leftCols(2).array().sin();
  Matrix distances(40, 40);
  for (Index i = 0; i < 40; ++i) {
    distances.row(i) = (samples_.rowwise() - samples_.row(i)).rowwise().squaredNorm();
  }
  const auto agreement = [&](double heat) {
    Matrix weights = (-distances / heat).array().exp();
    weights.diagonal().setZero();
    const Matrix averages = weights.rowwise().sum().cwiseInverse().asDiagonal() * weights * coordinates;
    double sum = 0.0;
    for (Index k = 0; k < 2; ++k) {
      sum += averages.col(k).dot(coordinates.col(k)) / averages.col(k).norm() / coordinates.col(k).norm();
    }
    return sum;
  };
  const double chosen = heat_by_leave_one_out(samples_, coordinates, threads_);
  for (double factor = 0.05; factor < 20.0; factor *= 1.3) {
    if (chosen * factor < 0.02) continue;  // where the plain formula underflows
    EXPECT_LT(agreement(chosen * factor), agreement(chosen) + 1e-3) << factor;
  }
}

TEST_F(Nystrom, RefusesWhatHasNoEigenvalue) {
  // Alternating signs on a fine line: smoothing by a wide kernel leaves nothing of them.
  const Matrix line = Vector::LinSpaced(50, 0.0, 1.0);
  Embedding embedding{Matrix(50, 1)};
  for (Index i = 0; i < 50; ++i) embedding.coordinates(i, 0) = i % 2 == 0 ? 1.0 : -1.0;
  try {
    extend({span_of(line), &embedding}, "nystrom", {{"nystrom_heat", "1e12"}}, threads_);
    ADD_FAILURE() << "accepted";
  } catch (const InvalidInput& error) {
    EXPECT_EQ(std::string(error.what()).find("nystrom: dimension 1 has the eigenvalue "), 0U) << error.what();
  }
}

// Until there were two of them, the modified one was called nystrom.
TEST_F(Nystrom, ReadsArraysOfOlderFilesAsTheModifiedOne) {
  const Embedding embedding{random_matrix(40, 2, 43)};
  const auto modified = extend({span_of(samples_), &embedding}, "nystrom-modified", {}, threads_).extension;
  const auto loaded = extensions().named("nystrom").load(modified->arrays());
  EXPECT_EQ(loaded->method(), "nystrom-modified");
  EXPECT_EQ(loaded->evaluate(points_, threads_).values, modified->evaluate(points_, threads_).values);
}

// Written by the program before the change.
TEST_F(Nystrom, ReadsAnOlderModelFile) {
  const Model model = load_model("fuzz/corpus/model/older_nystrom");
  EXPECT_EQ(model.extension().method(), "nystrom-modified");
  const NamedArrays arrays = model.extension().arrays();
  const Matrix points = 3.0 * random_matrix(5, 2, 44).array() + 3.0;
  const Matrix found = model.transform(points);
  for (Index i = 0; i < points.rows(); ++i) {
    const Vector squared = (array_named(arrays, "samples").rowwise() - points.row(i)).rowwise().squaredNorm();
    const Vector weights = (-squared / array_named(arrays, "heat")(0, 0)).array().exp();
    const Eigen::RowVectorXd expected =
        weights.transpose() * array_named(arrays, "coordinates") / weights.sum();
    EXPECT_LT((found.row(i) - expected).norm(), 1e-12);
  }
}

TEST_F(Nystrom, ReadsOlderModelFilesAsTheModifiedOne) {
  const testing::Curves curves = testing::make_curves(3, 30, 8, 22);
  FitOptions options;
  options.extension = "nystrom-modified";
  const Model model = fit(testing::partly_labeled(curves, 5), options).model;
  const std::string bytes = model_bytes(model);
  using model_file_testing::Json;
  std::string older =
      model_file_testing::with_metadata(bytes, "options", [](Json& all) { all["extension"] = "nystrom"; });
  older = model_file_testing::with_header(
      older, [](Json& header) { header["__metadata__"]["extension"] = "nystrom"; });
  ASSERT_EQ(model_file_testing::header_of(older).find("nystrom-modified"), std::string::npos);
  const Model loaded = model_from_bytes(older, "the file");
  EXPECT_EQ(loaded.extension().method(), "nystrom-modified");
  EXPECT_EQ(loaded.options().at("extension"), "nystrom-modified");
  EXPECT_EQ(loaded.transform(curves.samples), model.transform(curves.samples));
  EXPECT_EQ(model_bytes(loaded), bytes);
}

}  // namespace nystrom_test
}  // namespace sosi
