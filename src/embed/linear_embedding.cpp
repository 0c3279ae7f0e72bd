// SPDX-License-Identifier: BSD-3-Clause
#include "embed/linear_embedding.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "embed/component_limit.hpp"
#include "linalg/eigenproblem_dense.hpp"
#include "linalg/ledoit_wolf.hpp"

namespace sosi {

template <>
FieldTable<LinearOptions> field_table<LinearOptions>() {
  return {field("linear_ridge", &LinearOptions::linear_ridge, at_least(0),
                "ridge of the denominator of a linear embedding, relative to its mean diagonal; larger makes "
                "directions in which the samples hardly vary count less")};
}

namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

struct Centered {
  explicit Centered(const EmbeddingProblem& problem) : samples(problem.samples()) {
    mean = samples.colwise().mean().transpose();
    samples.rowwise() -= mean.transpose();
  }

  bool is_wide() const { return samples.cols() > samples.rows(); }
  Index size() const { return std::min(samples.rows(), samples.cols()); }

  Matrix gram() const { return smaller_gram(samples); }

  Matrix samples;
  Vector mean;
};

// With X X^T = U S² U^T: Z = U S. With X^T X = V S² V^T: Z = X V. Eigenvalues at the level of rounding errors
// belong to directions in which the samples do not vary.
SampleRange range_of(Centered centered, const EigenPairs& pairs) {
  constexpr double kRoundings = 10.0;
  const auto n = static_cast<double>(std::max(centered.samples.rows(), centered.samples.cols()));
  const double least = kRoundings * n * kEpsilon * pairs.values.maxCoeff();
  const Index rank = pairs.values(0) > 0.0 ? (pairs.values.array() > least).count() : 0;
  SampleRange range;
  range.variances = pairs.values.head(rank);
  if (centered.is_wide()) {
    range.coordinates = pairs.vectors.leftCols(rank) * range.variances.cwiseSqrt().asDiagonal();
  } else {
    range.basis = pairs.vectors.leftCols(rank);
    range.coordinates = centered.samples * range.basis;
  }
  range.mean = std::move(centered.mean);
  range.centered = std::move(centered.samples);
  return range;
}

void check_range(const EmbeddingProblem& problem, Index dimension) {
  check_components(
      problem, dimension,
      "the dimensions that " + std::to_string(problem.rows.size()) +
          " distinct labeled samples with n_features = " + std::to_string(problem.matrix->cols()) + " span");
}

}  // namespace

SampleRange leading_range(const EmbeddingProblem& problem, int seed) {
  Centered centered(problem);
  check_range(problem, std::min(centered.samples.rows() - 1, centered.samples.cols()));
  const EigenPairs pairs = largest_symmetric(centered.gram(), {problem.n_components, seed});
  SampleRange range = range_of(std::move(centered), pairs);
  check_range(problem, range.variances.size());
  return range;
}

SampleRange sample_range(const EmbeddingProblem& problem) {
  Centered centered(problem);
  const EigenPairs pairs = largest_symmetric_dense(centered.gram(), {centered.size()});
  SampleRange range = range_of(std::move(centered), pairs);
  check_range(problem, range.variances.size());
  return range;
}

Matrix quadratic_form(const SparseMatrix& form, const Matrix& coordinates) {
  const Matrix product = form * coordinates;
  const Matrix result = coordinates.transpose() * product;
  return 0.5 * (result + result.transpose());
}

Matrix with_ridge(Matrix constraint, const LinearOptions& options) {
  const auto n = static_cast<double>(constraint.rows());
  const double mean = constraint.trace() / n;
  // Where B is 0 (one sample per class), any multiple of I will do.
  constraint.diagonal().array() += options.linear_ridge * (mean > 0.0 ? mean : 1.0);
  if (options.linear_ridge > n * kEpsilon) return constraint;
  Matrix factor = constraint;
  const double least = n * kEpsilon * constraint.diagonal().maxCoeff();
  if (!lapack::cholesky(lapack::block_of(factor)) ||
      !(factor.diagonal().array().square().minCoeff() > least)) {
    throw InvalidInput("linear_ridge = " + OptionText<double>::format(options.linear_ridge) +
                       ": must be larger for these samples, which leave the denominator singular");
  }
  return constraint;
}

EigenPairs solve(LinearProblem problem, SpectrumEnd end, Index count) {
  std::optional<EigenPairs> pairs =
      generalized_eigenpairs(std::move(problem.objective), std::move(problem.constraint), end, count);
  if (!pairs) throw NumericalError("the denominator of the linear embedding is not positive definite");
  return *std::move(pairs);
}

// Without the basis, V W = X^T Z S^-2 W.
Embedding linear_embedding(const SampleRange& range, EigenPairs directions) {
  Embedding embedding;
  LinearMap map{range.mean, {}};
  if (range.basis.size() > 0) {
    map.weights = range.basis * directions.vectors;
  } else {
    const Matrix scaled = range.variances.cwiseInverse().asDiagonal() * directions.vectors;
    map.weights = range.centered.transpose() * (range.coordinates * scaled);
  }
  embedding.coordinates = range.centered * map.weights;
  for (Index k = 0; k < map.weights.cols(); ++k) {
    if (embedding.coordinates.col(k).maxCoeff() >= -embedding.coordinates.col(k).minCoeff()) continue;
    embedding.coordinates.col(k) *= -1.0;
    map.weights.col(k) *= -1.0;
  }
  embedding.eigenvalues = std::move(directions.values);
  embedding.linear = std::move(map);
  return embedding;
}

// The samples; their coordinates and a product of the same size; matrices of the eigenproblems.
double linear_embedding_numbers(const EmbeddingSize& size) {
  const auto n = static_cast<double>(size.n_labeled);
  const auto m = static_cast<double>(std::min(size.n_labeled, size.n_features));
  constexpr double kSquares = 5.0;
  const double weights = 2.0 * static_cast<double>(size.n_features) * static_cast<double>(size.n_components);
  return n * static_cast<double>(size.n_features) + 2.0 * n * m + kSquares * m * m + weights;
}

// Edges as lists and as sparse matrices.
double linear_graph_numbers(const EmbeddingSize& size, double n_edges) {
  constexpr double kNumbersPerEdge = 6.0;
  return linear_embedding_numbers(size) + kNumbersPerEdge * n_edges;
}

}  // namespace sosi
