// SPDX-License-Identifier: BSD-3-Clause
#include <vector>

#include "embed/component_limit.hpp"
#include "embed/graph_embedding.hpp"
#include "embed/methods.hpp"
#include "embed/neighbor_embedding.hpp"
#include "linalg/reconstruction_weights.hpp"

namespace sosi {

namespace {

struct LleEmbeddingOptions {
  double reconstruction_regularization = 1e-3;
  int seed = 0;
  NeighborOptions neighbors;
};

// (x_i - x_a)·(x_i - x_b) = (||x_i - x_a||² + ||x_i - x_b||² - ||x_a - x_b||²) / 2.
Matrix local_gram(const MatrixView& squared_distances, const std::vector<Neighbor>& neighbors) {
  const Index n = std::ssize(neighbors);
  Matrix gram(n, n);
  for (Index a = 0; a < n; ++a) {
    for (Index b = 0; b < n; ++b) {
      gram(a, b) = 0.5 * (neighbors[a].first + neighbors[b].first -
                          squared_distances(neighbors[a].second, neighbors[b].second));
    }
  }
  return gram;
}

// I - W, the rows of W being the weights by which the neighbors of a sample reconstruct it.
SparseMatrix reconstruction_errors(const EmbeddingProblem& problem, const LleEmbeddingOptions& options) {
  const NeighborLists lists = connected_neighbors(problem, options.neighbors);
  const Index n = std::ssize(lists);
  std::vector<Eigen::Triplet<double>> entries;
  for (Index i = 0; i < n; ++i) {
    const Vector weights = reconstruction_weights(local_gram(problem.squared_distances, lists[i]),
                                                  options.reconstruction_regularization);
    entries.emplace_back(i, i, 1.0);
    for (Index a = 0; a < weights.size(); ++a) entries.emplace_back(i, lists[i][a].second, -weights(a));
  }
  SparseMatrix errors(n, n);
  errors.setFromTriplets(entries.begin(), entries.end());
  return errors;
}

// min ||(I - W) Y||² subject to Y^T Y = I and 1^T Y = 0: the smallest eigenpairs of (I - W)^T (I - W) but the
// constant.
Embedding embed_lle(const EmbeddingProblem& problem, const LleEmbeddingOptions& options) {
  check_components(problem);
  constexpr double kShift = -1e-9;  // eigenvalues are squares of small errors
  const SparseMatrix errors = reconstruction_errors(problem, options);
  const SparseMatrix objective = SparseMatrix(errors.transpose()) * errors;
  return embedding_of(smallest_without_constant(objective, Vector::Ones(errors.rows()),
                                                {problem.n_components, options.seed, kShift}));
}

}  // namespace

template <>
FieldTable<LleEmbeddingOptions> field_table<LleEmbeddingOptions>() {
  FieldTable<LleEmbeddingOptions> table = {
      field("reconstruction_regularization", &LleEmbeddingOptions::reconstruction_regularization, above(0),
            "regularization added to the diagonal of the local Gram matrix in the lle embedding, relative to "
            "its mean; larger makes weights more equal")};
  append_fields(table, &LleEmbeddingOptions::neighbors);
  table.push_back(seed_field(&LleEmbeddingOptions::seed));
  return table;
}

EmbeddingMethod lle_embedding_method() {
  return {.name = "lle",
          .class_name = "LocallyLinearEmbedding",
          .summary = "locally linear embedding: samples keep the weights by which neighbors reconstruct them",
          .knobs = knobs_of<LleEmbeddingOptions>(),
          .search_rank = {},
          .embed =
              [](const EmbeddingProblem& problem, const OptionTexts& knobs) {
                return embed_lle(problem, read_options<LleEmbeddingOptions>(knobs));
              },
          .numbers =
              [](const EmbeddingSize& size, const OptionTexts& knobs) {
                // The product joins neighbors of one sample with each other.
                const double edges = n_neighbor_edges(size.n_labeled, read_options<NeighborOptions>(knobs));
                const auto n = static_cast<double>(size.n_labeled);
                return eigenproblem_numbers(size.n_labeled, std::min(edges * edges / n, n * n));
              }};
}

}  // namespace sosi
