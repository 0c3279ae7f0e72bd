// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/embed/embedding.hpp"

#include <algorithm>
#include <string>

#include "linalg/lapack.hpp"

namespace sosi {

int default_components(int n_classes, Index n_labeled) {
  return static_cast<int>(std::min<Index>(std::max(n_classes - 1, 1), n_labeled - 1));
}

Embedding embed(const MatrixView& squared_distances, std::span<const int> classes,
                const EmbeddingOptions& options) {
  validate(options);
  const lapack::SerialBlas serial;
  const Index n_labeled = squared_distances.rows();
  const int n_classes = *std::ranges::max_element(classes) + 1;
  const int n_components = options.n_components.value_or(default_components(n_classes, n_labeled));
  if (n_components > n_labeled - 1) {
    throw InvalidInput("n_components = " + std::to_string(n_components) + ": must be at most " +
                       std::to_string(n_labeled - 1) + ", one less than the distinct labeled samples");
  }
  const ClassGraphs graphs = class_graphs(squared_distances, classes, options.graph);
  switch (options.embedding.value_or(EmbeddingMethod::fisher)) {
    case EmbeddingMethod::laplacian:
      return laplacian_embedding(graphs, n_components, options);
    case EmbeddingMethod::fisher:
      return fisher_embedding(graphs, n_components, options);
    case EmbeddingMethod::precomputed:
      break;
  }
  throw InvalidInput("embedding = precomputed: the coordinates of the labeled samples must be given");
}

}  // namespace sosi
