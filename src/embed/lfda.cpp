// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <vector>

#include "embed/component_limit.hpp"
#include "embed/linear_embedding.hpp"
#include "embed/methods.hpp"
#include "sosi/graph/class_graphs.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

struct LfdaOptions {
  LinearOptions linear;
  int lfda_neighbors = 7;
};

std::vector<Indices> rows_by_class(std::span<const int> classes) {
  std::vector<Indices> rows(std::ranges::max(classes) + 1);
  for (std::size_t i = 0; i < classes.size(); ++i) rows[classes[i]].push_back(static_cast<Index>(i));
  return rows;
}

// Local scaling: A_ij = exp(-||x_i - x_j||² / (s_i s_j)), s_i being the distance from x_i to the k-th nearest
// sample of its class.
Matrix local_affinity(const MatrixView& squared_distances, const Indices& rows, int n_neighbors) {
  const auto n = static_cast<Index>(rows.size());
  Vector scales(n);
  for (Index i = 0; i < n; ++i) {
    const Indices nearest = nearest_rows(squared_distances, rows[i], rows, n_neighbors);
    scales(i) = nearest.empty() ? 1.0 : std::sqrt(squared_distances(rows[i], nearest.back()));
  }
  Matrix affinity(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      affinity(i, j) = std::exp(-squared_distances(rows[i], rows[j]) / (scales(i) * scales(j)));
    }
  }
  return affinity;
}

// Weights inside of the classes, the diagonal of no effect: W_w = A/n_c, and of W_b, which is 1/N between
// classes, what it differs by inside: W_b - 1/N = A (1/N - 1/n_c) - 1/N.
struct LocalWeights {
  SparseMatrix within;
  SparseMatrix between_correction;
};

LocalWeights local_weights(const EmbeddingProblem& problem, int n_neighbors) {
  const Index n = problem.squared_distances.rows();
  const double share = 1.0 / static_cast<double>(n);
  std::vector<Eigen::Triplet<double>> within;
  std::vector<Eigen::Triplet<double>> correction;
  for (const Indices& rows : rows_by_class(problem.classes)) {
    if (rows.empty()) continue;
    const double class_share = 1.0 / static_cast<double>(rows.size());
    const Matrix affinity = local_affinity(problem.squared_distances, rows, n_neighbors);
    for (Index i = 0; i < affinity.rows(); ++i) {
      for (Index j = 0; j < affinity.cols(); ++j) {
        within.emplace_back(rows[i], rows[j], affinity(i, j) * class_share);
        correction.emplace_back(rows[i], rows[j], affinity(i, j) * (share - class_share) - share);
      }
    }
  }
  LocalWeights weights{SparseMatrix(n, n), SparseMatrix(n, n)};
  weights.within.setFromTriplets(within.begin(), within.end());
  weights.between_correction.setFromTriplets(correction.begin(), correction.end());
  return weights;
}

// max w^T S_b w / w^T S_w w, with S = Z^T (D - W) Z for W_b and W_w; directions are weighted by the square
// roots of their eigenvalues. Trick: as Z is centered, weights 1/N between all samples give Z^T Z.
Embedding embed_lfda(const EmbeddingProblem& problem, const LfdaOptions& options) {
  const SampleRange range = sample_range(problem);
  const Matrix& z = range.coordinates;
  const LocalWeights weights = local_weights(problem, options.lfda_neighbors);
  Matrix between = quadratic_form(graph_laplacian(weights.between_correction), z);
  between.diagonal() += range.variances;
  const Matrix within = with_ridge(quadratic_form(graph_laplacian(weights.within), z), options.linear);
  EigenPairs pairs = solve({between, within}, SpectrumEnd::largest, problem.n_components);
  check_components(problem, (pairs.values.array() > 0.0).count(),
                   "the directions in which classes differ more than neighbors of one class");
  pairs.vectors = pairs.vectors * pairs.values.cwiseSqrt().asDiagonal();
  return linear_embedding(range, std::move(pairs));
}

}  // namespace

template <>
FieldTable<LfdaOptions> field_table<LfdaOptions>() {
  FieldTable<LfdaOptions> table = {
      field("lfda_neighbors", &LfdaOptions::lfda_neighbors, at_least(1),
            "which neighbor of a labeled sample in its class sets the reach of its affinities in the lfda "
            "embedding; larger preserves more of the shape of each class")};
  append_fields(table, &LfdaOptions::linear);
  return table;
}

EmbeddingMethod lfda_method() {
  return {
      .name = "lfda",
      .class_name = "LocalFisherDiscriminants",
      .summary = "local Fisher discriminant analysis: lda that lets a class have several parts",
      .knobs = knobs_of<LfdaOptions>(),
      .search_rank = {},
      .embed = [](const EmbeddingProblem& problem,
                  const OptionTexts& knobs) { return embed_lfda(problem, read_options<LfdaOptions>(knobs)); },
      // At worst, with one class: affinities, and both weights as lists and as sparse matrices.
      .numbers =
          [](const EmbeddingSize& size, const OptionTexts& /*knobs*/) {
            const auto n = static_cast<double>(size.n_labeled);
            return linear_embedding_numbers(size) + 8.0 * n * n;
          }};
}

}  // namespace sosi
