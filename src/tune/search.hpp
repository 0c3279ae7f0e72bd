// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "kernel/sample_distances.hpp"
#include "sosi/fit/fit.hpp"

namespace sosi {

/// A way to embed the labeled samples, and where it puts them.
using NamedEmbedding = std::pair<EmbeddingMethod, Matrix>;

/// What the committee decides about: samples by position, the labeled ones first, then the unlabeled ones.
struct CommitteeProblem {
  const Matrix* samples;  ///< all rows; a position's sample is row `rows[position]`
  std::span<const Index> rows;
  const SampleDistances* distances;        ///< between positions, all kept
  std::vector<NamedEmbedding> embeddings;  ///< to choose from
  std::span<const int> classes;            ///< of the labeled samples
  double median_distance;                  ///< between labeled samples
  const FitOptions* options;               ///< what is given there is not decided anew
};

/// A class or `kUnlabeled` for every position.
std::vector<int> labels_by_position(const CommitteeProblem& problem);

/// What a vote of runs with different settings came to.
struct Verdict {
  std::vector<CommitteeMember> members;  ///< the most consistent first
  FitOptions options;                    ///< with the settings of the first member
  Matrix embedding;                      ///< of the labeled samples, the first member's
  Matrix harmonic;       ///< what the harmonic function says about the unlabeled samples, where it was asked
  Matrix votes;          ///< a row for every unlabeled sample, a column for every class; sums 1
  Matrix probabilities;  ///< the same with a vote for less consistent members too: how sure the votes are
  Matrix left_out;       ///< f of every sample if it were no center, all others having the class voted for
  Trial trial;           ///< of the first member
  std::vector<std::string> decisions;  ///< in words
};

/// Lets runs with different settings label the unlabeled samples, weighs each by how consistent its labels
/// are, and counts the votes. Nothing where no scale that may be tried gives systems that can be solved.
/// `say` is told which share of it is done.
std::optional<Verdict> deliberate(const CommitteeProblem& problem, ThreadPool& threads,
                                  const std::function<void(double)>& say);

/// The class with the most votes for every row; ties to the smaller class.
std::vector<int> most_voted(const Matrix& votes);

}  // namespace sosi
