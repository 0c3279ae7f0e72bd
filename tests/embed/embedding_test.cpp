// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/embed/embedding.hpp"

#include <gtest/gtest.h>

#include "linalg/eigenproblem_dense.hpp"
#include "linalg/eigenproblem_sparse.hpp"
#include "problems.hpp"
#include "sosi/graph/class_graphs.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace embedding_test {

struct Problem {
  Problem(int n_classes, Index per_class) {
    ThreadPool threads(2);
    const testing::Curves curves = testing::make_curves(n_classes, per_class, 12, 21);
    classes = curves.classes;
    distances = squared_distances(curves.samples, testing::all_rows(curves.samples), threads);
    graphs = class_graphs(distances, classes, {});
  }

  Embedding embed_by(const char* method, int n_components, const OptionTexts& knobs = {}) const {
    EmbeddingOptions options;
    options.embedding = method;
    options.n_components = n_components;
    options.embedding_knobs = knobs;
    return embed(distances, classes, options);
  }

  Matrix distances;
  std::vector<int> classes;
  ClassGraphs graphs;
};

void expect_signs(const Matrix& vectors) {
  for (Index k = 0; k < vectors.cols(); ++k) EXPECT_GT(vectors.col(k).maxCoeff(), -vectors.col(k).minCoeff());
}

TEST(LaplacianEmbedding, SolvesItsEigenproblemWithoutTheConstant) {
  const Problem problem(4, 15);
  const Embedding embedding = problem.embed_by("laplacian", 7, {{"between_weight", "0.05"}});
  const Matrix a =
      Matrix(graph_laplacian(problem.graphs.within)) - 0.05 * Matrix(graph_laplacian(problem.graphs.between));
  const Vector degree = degrees(problem.graphs.within);
  const Matrix& z = embedding.coordinates;
  const Matrix residual = a * z - degree.asDiagonal() * z * embedding.eigenvalues.asDiagonal();
  EXPECT_LT(residual.cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((z.transpose() * degree.asDiagonal() * z - Matrix::Identity(7, 7)).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_LT((degree.transpose() * z).cwiseAbs().maxCoeff(), 1e-11);
  for (Index k = 1; k < 7; ++k) EXPECT_LE(embedding.eigenvalues(k - 1), embedding.eigenvalues(k));
  expect_signs(z);
}

TEST(FisherEmbedding, SolvesItsEigenproblem) {
  const Problem problem(4, 15);
  const Embedding embedding = problem.embed_by("fisher", 6);
  const Matrix within(graph_laplacian(problem.graphs.within));
  const Matrix b = within + 1e-3 * within.trace() / 60.0 * Matrix::Identity(60, 60);
  const Matrix a(graph_laplacian(problem.graphs.between));
  const Matrix& z = embedding.coordinates;
  const double scale = embedding.eigenvalues(0) * (b * z).cwiseAbs().maxCoeff();
  EXPECT_LT((a * z - b * z * embedding.eigenvalues.asDiagonal()).cwiseAbs().maxCoeff(), 1e-11 * scale);
  EXPECT_LT((z.transpose() * b * z - Matrix::Identity(6, 6)).cwiseAbs().maxCoeff(), 1e-10);
  for (Index k = 1; k < 6; ++k) EXPECT_GE(embedding.eigenvalues(k - 1), embedding.eigenvalues(k));
  expect_signs(z);
}

// Columns span the same lines up to sign: |z_k · B w_k| = 1.
void expect_same_pairs(const EigenPairs& a, const EigenPairs& b) {
  EXPECT_LT((a.values - b.values).cwiseAbs().maxCoeff(), 1e-9 * a.values.cwiseAbs().maxCoeff());
  for (Index k = 0; k < a.vectors.cols(); ++k) {
    const double cosine = std::abs(a.vectors.col(k).normalized().dot(b.vectors.col(k).normalized()));
    EXPECT_NEAR(cosine, 1.0, 1e-8) << k;
  }
}

TEST(Eigenproblem, DenseAndSparseSolversAgree) {
  const Problem problem(5, 60);
  const SparseMatrix a =
      graph_laplacian(problem.graphs.within) - 0.01 * graph_laplacian(problem.graphs.between);
  const Vector degree = degrees(problem.graphs.within);
  expect_same_pairs(smallest_without_constant_dense(a, degree, {8}),
                    smallest_without_constant_sparse(a, degree, {8}));
  SparseMatrix identity(300, 300);
  identity.setIdentity();
  const SparseMatrix between = graph_laplacian(problem.graphs.between);
  const SparseMatrix b = graph_laplacian(problem.graphs.within) + 1e-3 * identity;
  expect_same_pairs(largest_generalized_dense(between, b, {8}), largest_generalized_sparse(between, b, {8}));
}

TEST(Embed, TakesAClassWithOneSample) {
  Problem problem(3, 8);
  for (std::size_t i = 0; i < problem.classes.size(); ++i)
    problem.classes[i] = i == 5 ? 2 : static_cast<int>(i % 2);
  for (const auto method : {"laplacian", "fisher"}) {
    EmbeddingOptions options;
    options.embedding = method;
    const Embedding embedding = embed(problem.distances, problem.classes, options);
    EXPECT_TRUE(embedding.coordinates.allFinite());
    EXPECT_EQ(embedding.coordinates.cols(), 2);
  }
}

TEST(Embed, RefusesMoreComponentsThanTheSamplesAllow) {
  const Problem problem(3, 4);
  EmbeddingOptions options;
  options.n_components = 11;
  EXPECT_EQ(embed(problem.distances, problem.classes, options).coordinates.cols(), 11);
  options.n_components = 12;
  EXPECT_THROW(embed(problem.distances, problem.classes, options), InvalidInput);
}

}  // namespace embedding_test
}  // namespace sosi
