// SPDX-License-Identifier: BSD-3-Clause
#include "embed/graph_embedding.hpp"
#include "embed/linear_embedding.hpp"
#include "embed/locality_preserving.hpp"
#include "embed/methods.hpp"

namespace sosi {

namespace {

// min tr(Y^T L Y) subject to Y^T D Y = I among Y = Z W: the smallest eigenpairs of
// Z^T L Z w = lambda Z^T D Z w.
Embedding embed_lpp(const EmbeddingProblem& problem, const LocalityOptions& options) {
  const SampleRange range = sample_range(problem);
  return linear_embedding(
      range, solve(locality_problem(problem, range, options), SpectrumEnd::smallest, problem.n_components));
}

}  // namespace

EmbeddingMethod lpp_method() {
  return {.name = "lpp",
          .class_name = "LocalityPreservingProjections",
          .summary = "locality preserving projections: Laplacian eigenmaps among linear maps of the samples",
          .knobs = knobs_of<LocalityOptions>(),
          .search_rank = {},
          .embed =
              [](const EmbeddingProblem& problem, const OptionTexts& knobs) {
                return embed_lpp(problem, read_options<LocalityOptions>(knobs));
              },
          .numbers = locality_numbers};
}

}  // namespace sosi
