// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "data/sample_set.hpp"
#include "kernel/kernel_backend.hpp"
#include "rounds/loop.hpp"
#include "sosi/extend/scales.hpp"
#include "sosi/tune/search_state.hpp"
#include "tune/search_space.hpp"
#include "tune/vote.hpp"

namespace sosi {

/// A way to embed the labeled samples, and where it puts them.
struct NamedEmbedding {
  std::string name;
  Matrix coordinates;
};

/// What is searched on; refers to what the caller keeps.
struct SearchProblem {
  const SampleSet* samples;
  const Matrix* squared_distances;  ///< between all of them, by position
  std::vector<NamedEmbedding> embeddings;
  double median_distance;  ///< between labeled samples
  const SearchSpace* space;
  EmbeddingOptions embedding;  ///< how labeled samples are embedded when some labels are held out
  ScaleOptions scale;          ///< as given
  RoundsSettings rounds;       ///< of every run, but for the policy
};

/// The settings of one run.
struct SearchChoice {
  std::string embedding;
  ScaleOptions scale;  ///< fixed absolute numbers
  RoundsPolicy policy;
};

/// What a search found.
struct SearchResult {
  std::vector<SearchRun> runs;  ///< the most consistent first
  SearchChoice best;            ///< the settings of the first run
  Matrix embedding;             ///< of the labeled samples, that of the first run
  Matrix harmonic;              ///< harmonic probabilities by position, where a policy asked for them
  Vote vote;
  HoldOutTrial trial;  ///< of the first run
  SearchState state;   ///< in the end
};

/// What is told while a search runs, and where it begins; to end the search, they throw.
struct SearchHooks {
  std::function<void(double)> progress;                     ///< told which share of it is done
  std::function<void(const SearchState&)> checkpoint = {};  ///< told after every few runs
  SearchState resume = {};                                  ///< of the same search
};

/// Lets runs with different settings label the unlabeled samples, weighs each by how consistent its labels
/// are, and counts the votes. Nothing where no scale that may be tried gives systems that can be solved.
std::optional<SearchResult> search_hyperparameters(const SearchProblem& problem, const KernelBackend& backend,
                                                   SearchHooks hooks);

}  // namespace sosi
