// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "rounds/loop.hpp"
#include "sosi/embed/embedding.hpp"
#include "sosi/rounds/rounds.hpp"

namespace sosi {

/// Rounds of every run: small steps, whose arithmetic is that of one factorization per scale.
inline constexpr int kSearchRounds = 20;

/// Beyond so many samples, the search looks at a part of them.
inline constexpr Index kMostSearched = 2500;

/// Beyond so many labels there is no search.
inline constexpr Index kMostSearchedLabels = 2000;

/// Where scales differ from dimension to dimension, they are in so many groups at most.
inline constexpr int kMostGroups = 3;

/// What the hyperparameter search tries: options that were given are restricted to what was given.
struct SearchSpace {
  std::vector<std::string> embeddings;
  bool embedding_is_open;
  bool scale_is_open;
  std::vector<double> scales;  ///< times the median distance, beside those by leave-one-out
  bool has_scales_by_dimension;
  std::vector<RoundsPolicy> policies;
  bool selection_is_open;
  bool labeler_is_open;
  std::size_t most_kept;     ///< pairs of embedding and scales in which all policies are tried
  std::size_t most_systems;  ///< in these together: one for every distinct scale
  std::size_t n_folds;       ///< of the labels, to be held out in turn

  /// The policy that scales and embeddings are tried with first.
  const RoundsPolicy& first_policy() const;
  bool needs_harmonic() const;
};

/// The space of an effort, restricted to what is given.
SearchSpace search_space(const EmbeddingOptions& embedding, const RoundsOptions& rounds, bool scale_is_open);

/// What a search costs at most, but for scales that follow below the smallest one. A system is what one scale
/// takes: a run whose scales are in three groups counts as three.
struct SearchCost {
  int n_runs;
  int n_scored;      ///< systems that labels are scored by
  int n_kept;        ///< of these, at a time
  int n_folds;       ///< runs with distances of their own
  int most_systems;  ///< of one run
};
SearchCost search_cost(const SearchSpace& space, Index n_components);

/// What the memory of a search depends on.
struct SearchSize {
  Index n_samples;  ///< that are searched
  Index n_features;
  Index n_components;
  int n_given_systems;  ///< distinct scales, where they are given
  bool has_distances;   ///< whether the distances between them are there already
};

/// How many numbers a search takes at its peak, but for the samples.
double search_numbers(const SearchSize& size, const SearchSpace& space, const KernelBackend& backend);

}  // namespace sosi
