// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <vector>

#include "embed/graph_embedding.hpp"
#include "embed/linear_embedding.hpp"
#include "embed/methods.hpp"
#include "graph/graph_fields.hpp"

namespace sosi {

namespace {

struct MfaOptions {
  LinearOptions linear;
  int mfa_pairs = 20;
  std::optional<int> n_neighbors_within;
};

// Joined are the pairs of a sample of a class and one of another that are nearest, `count` for every class;
// ties to the smaller rows. All weights are 1.
SparseMatrix penalty_graph(const EmbeddingProblem& problem, int count) {
  struct Pair {
    double squared_distance;
    Index i;
    Index j;
    auto operator<=>(const Pair&) const = default;
  };
  const Index n = problem.squared_distances.rows();
  std::vector<std::vector<Pair>> pairs(std::ranges::max(problem.classes) + 1);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      if (problem.classes[i] == problem.classes[j]) continue;
      pairs[problem.classes[i]].push_back({problem.squared_distances(i, j), i, j});
    }
  }
  std::vector<Eigen::Triplet<double>> entries;
  for (std::vector<Pair>& of_class : pairs) {
    const auto n_kept = std::min(of_class.size(), static_cast<std::size_t>(count));
    std::ranges::nth_element(of_class, of_class.begin() + static_cast<std::ptrdiff_t>(n_kept));
    for (std::size_t k = 0; k < n_kept; ++k) {
      entries.emplace_back(of_class[k].i, of_class[k].j, 1.0);
      entries.emplace_back(of_class[k].j, of_class[k].i, 1.0);
    }
  }
  SparseMatrix weights(n, n);
  weights.setFromTriplets(entries.begin(), entries.end(),
                          [](double weight, double /*same*/) { return weight; });
  return weights;
}

// Neighbors of the same class are joined, with weight 1.
SparseMatrix intrinsic_graph(const EmbeddingProblem& problem, const MfaOptions& options) {
  GraphOptions graph;
  graph.n_neighbors_within = options.n_neighbors_within;
  SparseMatrix weights = class_graphs_of(problem, graph).within;
  weights.coeffs().setOnes();
  return weights;
}

// max w^T Z^T L_penalty Z w / w^T Z^T L_intrinsic Z w.
Embedding embed_mfa(const EmbeddingProblem& problem, const MfaOptions& options) {
  const SampleRange range = sample_range(problem);
  const Matrix& z = range.coordinates;
  const Matrix penalty = quadratic_form(graph_laplacian(penalty_graph(problem, options.mfa_pairs)), z);
  const Matrix intrinsic = quadratic_form(graph_laplacian(intrinsic_graph(problem, options)), z);
  return linear_embedding(range, solve({penalty, with_ridge(intrinsic, options.linear)}, SpectrumEnd::largest,
                                       problem.n_components));
}

}  // namespace

template <>
FieldTable<MfaOptions> field_table<MfaOptions>() {
  FieldTable<MfaOptions> table = {
      field("mfa_pairs", &MfaOptions::mfa_pairs, at_least(1),
            "number of nearest pairs of a sample of a class and one of another class, for each class, that "
            "the mfa embedding pushes apart; larger takes pairs farther from the margin"),
      n_neighbors_within_field(&MfaOptions::n_neighbors_within)};
  append_fields(table, &MfaOptions::linear);
  return table;
}

EmbeddingMethod mfa_method() {
  return {
      .name = "mfa",
      .class_name = "MarginalFisherAnalysis",
      .summary = "marginal Fisher analysis: compact classes, wide margins between them, by a linear map",
      .knobs = knobs_of<MfaOptions>(),
      .search_rank = {},
      .embed = [](const EmbeddingProblem& problem,
                  const OptionTexts& knobs) { return embed_mfa(problem, read_options<MfaOptions>(knobs)); },
      // All pairs of different classes, both ways, three numbers each.
      .numbers =
          [](const EmbeddingSize& size, const OptionTexts& /*knobs*/) {
            const auto n = static_cast<double>(size.n_labeled);
            return linear_embedding_numbers(size) + 3.0 * n * n;
          }};
}

}  // namespace sosi
