// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "embed/component_limit.hpp"
#include "embed/linear_embedding.hpp"
#include "embed/methods.hpp"

namespace sosi {

namespace {

// max w^T S_b w / w^T S_w w, with S_w the scatter within the classes and S_b that of their means, both
// divided by N - C, so that the samples of a class have variance 1 on average.
Embedding embed_lda(const EmbeddingProblem& problem, const LinearOptions& options) {
  const Index n_classes = std::ranges::max(problem.classes) + 1;
  check_components(problem, n_classes - 1, "the number of classes minus one");
  const SampleRange range = sample_range(problem);
  const Matrix& z = range.coordinates;
  Matrix means = Matrix::Zero(n_classes, z.cols());
  Vector sizes = Vector::Zero(n_classes);
  for (Index i = 0; i < z.rows(); ++i) {
    means.row(problem.classes[i]) += z.row(i);
    sizes(problem.classes[i]) += 1.0;
  }
  means = Matrix(sizes.cwiseMax(1.0).cwiseInverse().asDiagonal() * means);
  Matrix within = z;
  for (Index i = 0; i < z.rows(); ++i) within.row(i) -= means.row(problem.classes[i]);
  const auto divisor = static_cast<double>(std::max<Index>(z.rows() - n_classes, 1));
  const Matrix between = means.transpose() * sizes.asDiagonal() * means / divisor;
  return linear_embedding(range, solve({between, with_ridge(within.transpose() * within / divisor, options)},
                                       SpectrumEnd::largest, problem.n_components));
}

}  // namespace

EmbeddingMethod lda_method() {
  return {.name = "lda",
          .class_name = "LinearDiscriminants",
          .summary = "linear discriminant analysis: directions that separate the means of the classes",
          .knobs = knobs_of<LinearOptions>(),
          .search_rank = {},
          .embed =
              [](const EmbeddingProblem& problem, const OptionTexts& knobs) {
                return embed_lda(problem, read_options<LinearOptions>(knobs));
              },
          .numbers = [](const EmbeddingSize& size,
                        const OptionTexts& /*knobs*/) { return linear_embedding_numbers(size); }};
}

}  // namespace sosi
