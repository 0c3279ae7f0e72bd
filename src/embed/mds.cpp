// SPDX-License-Identifier: BSD-3-Clause
#include "embed/graph_embedding.hpp"
#include "embed/methods.hpp"
#include "embed/scaling.hpp"

namespace sosi {

namespace {

struct MdsOptions {
  int seed = 0;
};

}  // namespace

template <>
FieldTable<MdsOptions> field_table<MdsOptions>() {
  return {seed_field(&MdsOptions::seed)};
}

EmbeddingMethod mds_method() {
  return {.name = "mds",
          .class_name = "ClassicalScaling",
          .summary = "classical multidimensional scaling: distances are preserved as far as possible",
          .knobs = knobs_of<MdsOptions>(),
          .search_rank = {},
          .embed =
              [](const EmbeddingProblem& problem, const OptionTexts& knobs) {
                return classical_scaling(problem, problem.squared_distances,
                                         read_options<MdsOptions>(knobs).seed);
              },
          .numbers = [](const EmbeddingSize& size,
                        const OptionTexts& /*knobs*/) { return scaling_numbers(size.n_labeled); }};
}

}  // namespace sosi
