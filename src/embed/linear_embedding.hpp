// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/eigenproblem.hpp"
#include "sosi/embed/embedding.hpp"

namespace sosi {

/// What linear embeddings by a generalized eigenproblem have in common.
struct LinearOptions {
  double linear_ridge = 0.1;
};

template <>
FieldTable<LinearOptions> field_table<LinearOptions>();

/// The centered samples X = Z V^T, one per row, in an orthonormal basis V of the space that they span.
struct SampleRange {
  Vector mean;
  Matrix centered;     ///< X
  Matrix coordinates;  ///< Z, orthogonal columns
  Vector variances;    ///< squared lengths of the columns of Z, descending
  Matrix basis;        ///< V, a row per feature; empty where there are more features than samples
};

/// The directions of largest variance, as many as there are components; throws `InvalidInput` where the
/// samples span fewer.
SampleRange leading_range(const EmbeddingProblem& problem, int seed);

/// All directions in which the samples vary, at least as many as there are components.
SampleRange sample_range(const EmbeddingProblem& problem);

/// Z^T L Z for a symmetric L.
Matrix quadratic_form(const SparseMatrix& form, const Matrix& coordinates);

/// B + r tr(B)/dim I, positive definite, with r = `linear_ridge`; throws `InvalidInput` where r is 0 and B is
/// singular.
Matrix with_ridge(Matrix constraint, const LinearOptions& options);

/// A w = lambda B w in the coordinates Z, B positive definite.
struct LinearProblem {
  Matrix objective;   ///< A
  Matrix constraint;  ///< B
};

/// Eigenpairs at one end of the spectrum; vectors are B-orthonormal.
EigenPairs solve(LinearProblem problem, SpectrumEnd end, Index count);

/// y = W^T V^T (x - mean), the columns of W being directions in the coordinates Z; signs fixed.
Embedding linear_embedding(const SampleRange& range, EigenPairs directions);

/// How many numbers a linear embedding takes, the samples included.
double linear_embedding_numbers(const EmbeddingSize& size);

/// The same with graphs of so many edges.
double linear_graph_numbers(const EmbeddingSize& size, double n_edges);

}  // namespace sosi
