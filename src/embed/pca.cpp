// SPDX-License-Identifier: BSD-3-Clause
#include "embed/graph_embedding.hpp"
#include "embed/linear_embedding.hpp"
#include "embed/methods.hpp"

namespace sosi {

namespace {

struct PcaOptions {
  int seed = 0;
};

// The directions V of largest variance: Y = X V. Eigenvalues are variances with the divisor N - 1.
Embedding embed_pca(const EmbeddingProblem& problem, const PcaOptions& options) {
  const SampleRange range = leading_range(problem, options.seed);
  const Index d = problem.n_components;
  const auto divisor = static_cast<double>(range.centered.rows() - 1);
  return linear_embedding(range, {range.variances / divisor, Matrix::Identity(d, d)});
}

}  // namespace

template <>
FieldTable<PcaOptions> field_table<PcaOptions>() {
  return {seed_field(&PcaOptions::seed)};
}

EmbeddingMethod pca_method() {
  return {
      .name = "pca",
      .class_name = "PrincipalComponents",
      .summary = "principal component analysis: the directions in which the samples vary most",
      .knobs = knobs_of<PcaOptions>(),
      .search_rank = {},
      .embed = [](const EmbeddingProblem& problem,
                  const OptionTexts& knobs) { return embed_pca(problem, read_options<PcaOptions>(knobs)); },
      .numbers = [](const EmbeddingSize& size,
                    const OptionTexts& /*knobs*/) { return linear_embedding_numbers(size); }};
}

}  // namespace sosi
