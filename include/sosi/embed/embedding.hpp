// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "sosi/core/matrix.hpp"
#include "sosi/core/options.hpp"
#include "sosi/graph/class_graphs.hpp"

namespace sosi {

/// Which embedding of the labeled samples is learned; `precomputed` takes the caller's.
enum class EmbeddingMethod { laplacian, fisher, precomputed };

template <>
struct ChoiceNames<EmbeddingMethod> {
  static constexpr std::pair<EmbeddingMethod, std::string_view> names[] = {
      {EmbeddingMethod::laplacian, "laplacian"},
      {EmbeddingMethod::fisher, "fisher"},
      {EmbeddingMethod::precomputed, "precomputed"}};
};

struct EmbeddingOptions {
  std::optional<EmbeddingMethod> embedding;
  std::optional<int> n_components;
  double between_weight = 0.01;
  double fisher_epsilon = 1e-3;
  int seed = 0;
  GraphOptions graph;
};

template <>
const FieldTable<EmbeddingOptions>& field_table<EmbeddingOptions>();

/// The labeled samples in the learned space: one row each.
struct Embedding {
  Matrix coordinates;
  Vector eigenvalues;  ///< one per column, in the order of the columns; empty for a precomputed embedding
};

/// Learns the embedding of the labeled samples from their squared distances and classes.
Embedding embed(const MatrixView& squared_distances, std::span<const int> classes,
                const EmbeddingOptions& options);

/// Supervised Laplacian eigenmaps: the smallest eigenpairs of (L_w - mu L_b) z = lambda D_w z but the
/// constant.
Embedding laplacian_embedding(const ClassGraphs& graphs, int n_components, const EmbeddingOptions& options);

/// The Fisher-like embedding: the largest eigenpairs of L_b z = lambda (L_w + eps tr(L_w)/N I) z.
Embedding fisher_embedding(const ClassGraphs& graphs, int n_components, const EmbeddingOptions& options);

/// What `n_components = auto` means: one less than the classes, but no more than the samples allow.
int default_components(int n_classes, Index n_labeled);

}  // namespace sosi
