// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "problems.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/embed/embedding.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi::testing {

/// Labeled samples with their distances, to be embedded by any method.
struct EmbedProblem {
  EmbedProblem(int n_classes, Index per_class, Index n_features) {
    const Curves curves = make_curves(n_classes, per_class, n_features, 21);
    classes = curves.classes;
    set_samples(curves.samples);
  }

  void set_samples(Matrix values) {
    ThreadPool threads(1);
    samples = std::move(values);
    distances = squared_distances(samples, all_rows(samples), threads);
  }

  Embedding embed_by(const std::string& method, int n_components, const OptionTexts& knobs = {}) const {
    EmbeddingOptions options;
    options.embedding = method;
    options.embedding_knobs = knobs;
    const Rows rows = row_range(samples.rows());
    return embed({span_of(distances), classes, n_components, &samples, rows}, options);
  }

  /// What a method says about more than it can give.
  std::string refusal(const std::string& method, int n_components, const OptionTexts& knobs = {}) const {
    try {
      embed_by(method, n_components, knobs);
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "accepted";
  }

  Matrix samples;
  Matrix distances;
  std::vector<int> classes;
};

/// The entry of largest magnitude of every column is positive.
inline void expect_signs(const Matrix& vectors) {
  for (Index k = 0; k < vectors.cols(); ++k) {
    EXPECT_GE(vectors.col(k).maxCoeff(), -vectors.col(k).minCoeff());
  }
}

}  // namespace sosi::testing
