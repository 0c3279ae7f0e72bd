// SPDX-License-Identifier: BSD-3-Clause
// The embedding that is learned together with the scale of its map.
#include <gtest/gtest.h>

#include <algorithm>

#include "embed/embed_problem.hpp"
#include "sosi/graph/class_graphs.hpp"

namespace sosi {
namespace nsse_test {

using testing::EmbedProblem;

constexpr double kCoefficientWeight = 1e-4;  // the defaults
constexpr double kBetweenWeight = 0.01;

Matrix mean_normalized(const SparseMatrix& weights) {
  return Matrix(graph_laplacian(weights)) / degrees(weights).mean();
}

// Stationary under 1^T y = 0: L y + a Psi^-2 y = lambda y + eta 1 for some eta. Times Psi², nothing is
// inverted.
TEST(Nsse, IsStationaryAtItsScale) {
  const EmbedProblem problem(4, 10, 12);
  const Embedding embedding = problem.embed_by("nsse", 3);
  const ClassGraphs graphs = class_graphs(problem.distances, problem.classes, {});
  const Matrix form = mean_normalized(graphs.within) - kBetweenWeight * mean_normalized(graphs.between);
  ASSERT_TRUE(embedding.scale);
  const Matrix kernel = (-problem.distances.array() / (*embedding.scale * *embedding.scale)).exp();
  const Matrix square = kernel * kernel;
  const Matrix& y = embedding.coordinates;
  EXPECT_LT((y.transpose() * y - Matrix::Identity(3, 3)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT(y.colwise().sum().cwiseAbs().maxCoeff(), 1e-12);
  testing::expect_signs(y);
  EXPECT_TRUE(std::ranges::is_sorted(embedding.eigenvalues));
  const Vector ones = square.rowwise().sum();
  for (Index k = 0; k < 3; ++k) {
    const Vector image = square * (form * y.col(k) - embedding.eigenvalues(k) * y.col(k));
    Vector residual = image + kCoefficientWeight * y.col(k);
    residual -= ones * (ones.dot(residual) / ones.squaredNorm());
    EXPECT_LT(residual.cwiseAbs().maxCoeff(), 1e-10 * square.maxCoeff()) << k;
  }
}

TEST(Nsse, HasALargerScaleWhereSmallOnesCostMore) {
  const EmbedProblem problem(3, 12, 8);
  double before = 0.0;
  for (const char* weight : {"0", "1e-3", "0.1", "10"}) {
    const double scale = *problem.embed_by("nsse", 2, {{"nsse_scale_weight", weight}}).scale;
    EXPECT_GE(scale, before);
    before = scale;
  }
  EXPECT_GT(before, *problem.embed_by("nsse", 2, {{"nsse_scale_weight", "0"}}).scale);
}

TEST(Nsse, TakesKernelsThatAreSingularInDoubles) {
  const EmbedProblem problem(2, 60, 2);  // scales up to 6 times the median distance
  const Embedding embedding = problem.embed_by("nsse", 1, {{"nsse_scale_weight", "1e6"}});
  EXPECT_TRUE(embedding.coordinates.allFinite());
  EXPECT_NEAR(*embedding.scale, 6.0 * median_distances(problem.distances).distance, 1e-12);
}

TEST(Nsse, SetsTheScaleOfAFit) {
  const testing::Curves curves = testing::make_curves(3, 30, 15, 77);
  const TrainingSet training = testing::partly_labeled(curves, 8);
  FitOptions options;
  options.embedding = "nsse";
  options.rounds = 1;
  const FitResult result = fit(training, options);
  Matrix labeled(24, 15);
  std::vector<int> classes;
  Index row = 0;
  for (std::size_t i = 0; i < training.labels.values.size(); ++i) {
    if (training.labels.values[i] == kUnlabeled) continue;
    labeled.row(row++) = training.samples.row(static_cast<Index>(i));
    classes.push_back(training.labels.values[i]);
  }
  EmbedProblem problem(3, 8, 15);
  problem.classes = classes;
  problem.set_samples(labeled);
  const Vector& scales = result.model.rbf_map().scales();
  EXPECT_DOUBLE_EQ(scales.minCoeff(), *problem.embed_by("nsse", 2).scale);
  EXPECT_DOUBLE_EQ(scales.maxCoeff(), scales.minCoeff());
  const std::vector<std::string>& decisions = result.report.decisions;
  EXPECT_NE(std::ranges::find(decisions, "scale: the one that the embedding was learned with"),
            decisions.end());
  options.scale = *OptionText<ScaleChoice>::parse("0.4");
  EXPECT_NE(fit(training, options).model.rbf_map().scales()(0), scales(0));
}

}  // namespace nsse_test
}  // namespace sosi
