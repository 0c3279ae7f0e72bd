// SPDX-License-Identifier: BSD-3-Clause
// Functions that take a view of row-major samples take a column-major matrix, too: the same bits come out.
#include <gtest/gtest.h>

#include <sstream>

#include "problems.hpp"
#include "sosi/classify/manifold_projection.hpp"
#include "sosi/data/normalization.hpp"
#include "sosi/data/samples.hpp"
#include "sosi/embed/embedding.hpp"
#include "sosi/graph/class_graphs.hpp"
#include "sosi/graph/distances.hpp"
#include "sosi/graph/harmonic.hpp"
#include "sosi/io/npy.hpp"

namespace sosi {
namespace column_major_test {

class ColumnMajor : public ::testing::Test {
 protected:
  testing::Curves curves_ = testing::make_curves(3, 20, 7, 61);
  const Matrix& rows_ = curves_.samples;
  Eigen::MatrixXd columns_ = rows_;
  TrainingSet training_ = testing::partly_labeled(curves_, 5);
  ThreadPool threads_{2};
};

TEST_F(ColumnMajor, SamplesHaveTheSameDistancesAndGraphs) {
  const Indices all = testing::all_rows(rows_);
  const Matrix distances = squared_distances(rows_, all, threads_);
  EXPECT_EQ(squared_distances(columns_, all, threads_), distances);
  // Not symmetric, so that a mistaken transpose would show.
  const Matrix skewed = distances + testing::random_matrix(60, 60, 62).cwiseAbs();
  const Eigen::MatrixXd skewed_columns = skewed;
  EXPECT_EQ(median_distances(skewed_columns).distance, median_distances(skewed).distance);
  EXPECT_EQ(nearest_rows(skewed_columns, 3, all, 5), nearest_rows(skewed, 3, all, 5));
  const Position sample{7};
  const Positions positions = position_range(0, 60);
  EXPECT_EQ(project_onto_manifold(skewed_columns, sample, positions, 3).neighbors,
            project_onto_manifold(skewed, sample, positions, 3).neighbors);
  const Eigen::MatrixXd distance_columns = distances;
  EXPECT_EQ(Matrix(class_graphs(distance_columns, curves_.classes, {}).between),
            Matrix(class_graphs(distances, curves_.classes, {}).between));
  EXPECT_EQ(embed(distance_columns, curves_.classes, {}).coordinates,
            embed(distances, curves_.classes, {}).coordinates);
  EXPECT_EQ(classify_by_harmonic(columns_, training_.labels.values, {}, threads_).probabilities,
            classify_by_harmonic(rows_, training_.labels.values, {}, threads_).probabilities);
}

TEST_F(ColumnMajor, SamplesGiveTheSameMap) {
  const Matrix targets = testing::random_matrix(60, 2, 63);
  const Eigen::MatrixXd target_columns = targets;
  const Vector scales = Vector::Constant(2, 2.0);
  const RbfFit expected = fit_rbf(rows_, targets, scales, 1e-6, threads_);
  const RbfFit found = fit_rbf(columns_, target_columns, scales, 1e-6, threads_);
  EXPECT_EQ(found.map.coefficients(), expected.map.coefficients());
  EXPECT_EQ(found.map.evaluate(columns_, threads_), expected.map.evaluate(rows_, threads_));
}

TEST_F(ColumnMajor, SamplesGetTheSamePredictions) {
  const Model model = fit(training_, {}).model;
  const Prediction expected = model.predict(rows_);
  const Prediction found = model.predict(columns_);
  EXPECT_EQ(found.classes, expected.classes);
  EXPECT_EQ(found.confidence, expected.confidence);
  EXPECT_EQ(found.probability, expected.probability);
  EXPECT_EQ(model.transform(columns_), model.transform(rows_));
  EXPECT_EQ(model.probabilities(columns_), model.probabilities(rows_));
  EXPECT_EQ(model.class_squared_distances(columns_), model.class_squared_distances(rows_));
  const Matrix embedded = model.transform(rows_);
  const Eigen::MatrixXd embedded_columns = embedded;
  EXPECT_EQ(classify_nearest(embedded_columns, embedded_columns, curves_.classes, threads_).confidence,
            classify_nearest(embedded, embedded, curves_.classes, threads_).confidence);
}

TEST_F(ColumnMajor, SamplesAreCheckedNormalizedAndWrittenByRows) {
  const Normalization expected = learn_normalization(rows_, NormalizationKind::standard);
  const Normalization found = learn_normalization(columns_, NormalizationKind::standard);
  EXPECT_EQ(found.mean, expected.mean);
  EXPECT_EQ(found.deviation, expected.deviation);
  columns_.row(9) = columns_.row(4);
  EXPECT_EQ(first_equal_rows(columns_)[9], 4);
  std::ostringstream by_rows;
  std::ostringstream by_columns;
  write_npy(by_rows, Matrix(columns_));
  write_npy(by_columns, columns_);
  EXPECT_EQ(by_columns.str(), by_rows.str());
}

}  // namespace column_major_test
}  // namespace sosi
