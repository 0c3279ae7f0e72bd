// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sosi/core/index.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/core/options.hpp"
#include "sosi/core/registry.hpp"

namespace sosi {

/// What an embedding is learned from: labeled samples; refers to what the caller keeps.
struct EmbeddingProblem {
  MatrixSpan squared_distances;  ///< between the labeled samples
  std::span<const int> classes;  ///< of the labeled samples, from 0
  int n_components;
  const Matrix* matrix = nullptr;  ///< holds the samples, where a method asks for them
  std::span<const Row> rows = {};  ///< of the matrix, one per labeled sample
  const Matrix* given = nullptr;   ///< the caller's coordinates of the labeled samples, where there are any

  /// The labeled samples, one per row; throws `InvalidInput` where there is no matrix.
  Matrix samples() const;
};

/// y = weights^T (x - mean).
struct LinearMap {
  Vector mean;     ///< one entry per feature
  Matrix weights;  ///< a row per feature, a column per dimension
};

/// The labeled samples in the learned space: one row each.
struct Embedding {
  Matrix coordinates;
  Vector eigenvalues = {};  ///< one per column, in the order of the columns, where the method has any
  std::optional<LinearMap> linear = std::nullopt;  ///< where the embedding is linear in the samples
  std::optional<double> scale = std::nullopt;  ///< absolute, of the RBF map, where it was learned with one
};

/// How large an embedding is, for estimates of memory.
struct EmbeddingSize {
  Index n_labeled;
  Index n_features;
  Index n_components;
};

/// A way to embed labeled samples: one row of a table.
struct EmbeddingMethod {
  std::string name;        ///< in options, files and reports
  std::string class_name;  ///< of its Python class; empty: it has none
  std::string summary;
  std::vector<Knob> knobs;
  /// Its turn in the hyperparameter search: 0 is tried at any effort, 1 at normal effort; none: on request.
  std::optional<int> search_rank;
  std::function<Embedding(const EmbeddingProblem& problem, const OptionTexts& knobs)> embed;
  /// How many numbers it takes beside its result.
  std::function<double(const EmbeddingSize& size, const OptionTexts& knobs)> numbers;
};

/// The row of the table that takes the caller's coordinates.
inline constexpr const char* kPrecomputedEmbedding = "precomputed";

/// The table of embeddings: the only place that knows which there are. Programs may add rows.
Registry<EmbeddingMethod>& embeddings();

struct EmbeddingOptions {
  std::optional<std::string> embedding;
  std::optional<int> n_components;
  OptionTexts embedding_knobs;  ///< of the methods, by name; those not given have their defaults
};

template <>
FieldTable<EmbeddingOptions> field_table<EmbeddingOptions>();

/// The embedding that is taken where none is asked for and none is searched.
const std::string& default_embedding();

/// What `n_components = auto` means: one less than the classes, but no more than the samples allow.
int default_components(int n_classes, Index n_labeled);

/// Learns the embedding of labeled samples.
Embedding embed(const EmbeddingProblem& problem, const EmbeddingOptions& options);

/// The same from squared distances and classes alone, for methods that look at nothing else; resolves
/// `n_components`.
Embedding embed(const MatrixView& squared_distances, std::span<const int> classes,
                const EmbeddingOptions& options);

}  // namespace sosi
