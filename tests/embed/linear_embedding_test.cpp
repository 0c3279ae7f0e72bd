// SPDX-License-Identifier: BSD-3-Clause
// Embeddings that are linear in the samples.
#include <gtest/gtest.h>

#include <algorithm>

#include "dense_oracle.hpp"
#include "embed/embed_problem.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {
namespace linear_embedding_test {

using testing::EmbedProblem;

constexpr const char* kLinear[] = {"pca",          "lpp", "olpp", "lda", "mfa", "lfda", "linear-laplacian",
                                   "linear-fisher"};

class LinearEmbedding : public ::testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(By, LinearEmbedding, ::testing::ValuesIn(kLinear), [](const auto& method) {
  std::string name = method.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

// With fewer and with more features than samples.
TEST_P(LinearEmbedding, IsItsMapOfTheSamples) {
  for (const Index n_features : {12, 90}) {
    const EmbedProblem problem(4, 10, n_features);
    const Embedding embedding = problem.embed_by(GetParam(), 3);
    ASSERT_TRUE(embedding.linear);
    const Matrix mapped =
        (problem.samples.rowwise() - embedding.linear->mean.transpose()) * embedding.linear->weights;
    ASSERT_EQ(embedding.coordinates.cols(), 3);
    const double size = embedding.coordinates.cwiseAbs().maxCoeff();
    EXPECT_LT((mapped - embedding.coordinates).cwiseAbs().maxCoeff(), 1e-12 * size);
    EXPECT_LT(embedding.coordinates.colwise().mean().cwiseAbs().maxCoeff(), 1e-12 * size);
    testing::expect_signs(embedding.coordinates);
  }
}

TEST_P(LinearEmbedding, IgnoresAShiftAndFollowsARotation) {
  const EmbedProblem problem(3, 12, 8);
  EmbedProblem moved(3, 12, 8);
  const Matrix rotation = testing::random_frame(8, 8, 5);
  moved.set_samples((problem.samples * rotation).array() + 3.0);
  const Embedding before = problem.embed_by(GetParam(), 2);
  const Embedding after = moved.embed_by(GetParam(), 2);
  EXPECT_LT((before.coordinates - after.coordinates).cwiseAbs().maxCoeff(),
            1e-8 * before.coordinates.cwiseAbs().maxCoeff());
  const Matrix& weights = before.linear->weights;
  EXPECT_LT((weights - rotation * after.linear->weights).cwiseAbs().maxCoeff(),
            1e-8 * weights.cwiseAbs().maxCoeff());
}

TEST_P(LinearEmbedding, RefusesMoreComponentsThanTheSamplesSpan) {
  EmbedProblem problem(6, 5, 10);
  problem.set_samples(testing::random_matrix(30, 3, 1) * testing::random_matrix(3, 10, 2));
  EXPECT_EQ(problem.embed_by(GetParam(), 3).coordinates.cols(), 3);
  EXPECT_EQ(problem.refusal(GetParam(), 4),
            "n_components = 4: must be at most 3, the dimensions that 30 distinct labeled samples with "
            "n_features = 10 span");
}

TEST_P(LinearEmbedding, NeedsTheSamples) {
  const EmbedProblem problem(3, 8, 5);
  EmbeddingOptions options;
  options.embedding = GetParam();
  EXPECT_THROW(embed(problem.distances, problem.classes, options), InvalidInput);
}

TEST_P(LinearEmbedding, TakesTheFewestSamples) {
  const EmbedProblem problem(2, 1, 5);
  const Embedding embedding = problem.embed_by(GetParam(), 1);
  EXPECT_NEAR(embedding.coordinates.sum(), 0.0, 1e-12 * embedding.coordinates.cwiseAbs().maxCoeff());
  EXPECT_GT(embedding.coordinates(0, 0) * embedding.coordinates(0, 0), 0.0);
}

TEST(Pca, HasOrthonormalDirectionsAndUncorrelatedCoordinates) {
  for (const Index n_features : {6, 70}) {
    const EmbedProblem problem(3, 10, n_features);
    const Embedding embedding = problem.embed_by("pca", 5);
    const Matrix& weights = embedding.linear->weights;
    EXPECT_LT((weights.transpose() * weights - Matrix::Identity(5, 5)).cwiseAbs().maxCoeff(), 1e-12);
    const Matrix covariance = embedding.coordinates.transpose() * embedding.coordinates / 29.0;
    const Matrix expected = embedding.eigenvalues.asDiagonal();
    EXPECT_LT((covariance - expected).cwiseAbs().maxCoeff(), 1e-12 * embedding.eigenvalues(0));
  }
}

TEST(Olpp, HasOrthonormalDirectionsOfWhichTheFirstIsThatOfLpp) {
  for (const Index n_features : {9, 60}) {
    const EmbedProblem problem(3, 10, n_features);
    const Embedding orthogonal = problem.embed_by("olpp", 6);
    const Matrix& weights = orthogonal.linear->weights;
    EXPECT_LT((weights.transpose() * weights - Matrix::Identity(6, 6)).cwiseAbs().maxCoeff(), 1e-9);
    const Embedding free = problem.embed_by("lpp", 6);
    EXPECT_LT((weights.col(0) - free.linear->weights.col(0).normalized()).cwiseAbs().maxCoeff(), 1e-9);
    // Each is the least that the ones before leave, in a subspace of as many dimensions fewer (Cauchy).
    EXPECT_LT((orthogonal.eigenvalues - free.eigenvalues).maxCoeff(), 1e-12);
    EXPECT_TRUE(std::ranges::is_sorted(orthogonal.eigenvalues));
  }
}

// Two classes: the only direction is S_w^-1 (m_1 - m_0), in closed form.
TEST(Lda, OfTwoClassesIsFishersDirection) {
  const EmbedProblem problem(2, 20, 5);
  const Embedding embedding = problem.embed_by("lda", 1, {{"linear_ridge", "0"}});
  Matrix means = Matrix::Zero(2, 5);
  for (Index i = 0; i < 40; ++i) means.row(problem.classes[i]) += problem.samples.row(i) / 20.0;
  Matrix within = problem.samples;
  for (Index i = 0; i < 40; ++i) within.row(i) -= means.row(problem.classes[i]);
  const Matrix scatter = within.transpose() * within / 38.0;
  const Vector direction = testing::solved(scatter, (means.row(1) - means.row(0)).transpose());
  const Vector weights = embedding.linear->weights.col(0);
  EXPECT_NEAR(std::abs(weights.normalized().dot(direction.normalized())), 1.0, 1e-12);
  EXPECT_NEAR(weights.dot(scatter * weights), 1.0, 1e-11);
}

TEST(Lda, GivesOneDimensionLessThanThereAreClasses) {
  const EmbedProblem problem(3, 8, 6);
  EXPECT_EQ(problem.refusal("lda", 3),
            "n_components = 3: must be at most 2, the number of classes minus one");
}

TEST(LinearRidge, OfZeroIsRefusedWhereTheDenominatorIsSingular) {
  const EmbedProblem problem(3, 6, 40);
  for (const char* method : {"lda", "mfa", "lfda"}) {
    EXPECT_EQ(problem.refusal(method, 2, {{"linear_ridge", "0"}}),
              "linear_ridge = 0: must be larger for these samples, which leave the denominator singular")
        << method;
  }
}

// A linear map of as many features as samples can reach every centered embedding: nothing is lost.
TEST(LinearFisher, OfManyFeaturesIsTheEmbeddingWithoutTheMap) {
  const EmbedProblem problem(3, 8, 200);
  const Embedding linear = problem.embed_by("linear-fisher", 2, {{"linear_ridge", "0"}});
  const Embedding free = problem.embed_by("fisher", 2);
  EXPECT_LT((linear.eigenvalues - free.eigenvalues).cwiseAbs().maxCoeff(), 1e-8 * free.eigenvalues(0));
  EXPECT_LT((linear.coordinates - free.coordinates).cwiseAbs().maxCoeff(),
            1e-8 * free.coordinates.cwiseAbs().maxCoeff());
}

}  // namespace linear_embedding_test
}  // namespace sosi
