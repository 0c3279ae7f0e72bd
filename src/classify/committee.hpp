// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "interpolate/sample_distances.hpp"
#include "sosi/classify/fit.hpp"

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

/// Of every run: small steps, whose arithmetic is that of one factorization a scale all the same.
inline constexpr int kCommitteeRounds = 20;

/// Beyond so many samples, it decides on a part of them.
inline constexpr Index kLargestCommittee = 2500;

/// How much a committee would have to go by.
struct CommitteeSize {
  Index n_labeled;
  Index n_unlabeled;
};

/// Whether anything is left to decide by a vote, and labels are few enough to need one.
bool wants_committee(const FitOptions& options, const CommitteeSize& size);

/// Why there is none where rounds are left open, in words; empty where that goes without saying.
std::string reason_for_no_vote(const FitOptions& options, const CommitteeSize& size);

std::vector<EmbeddingMethod> embeddings_to_try(const FitOptions& options);

/// What a committee takes, at most, but for scales that follow below the smallest one. A system is what one
/// scale takes: a run whose scales are in three groups counts as three.
struct CommitteeCost {
  int n_runs;
  int n_judged;      ///< systems that labels are judged by
  int n_kept;        ///< of these, at a time
  int n_parts;       ///< of the labels, held back in turn: runs with distances of their own
  int most_systems;  ///< of one run
};
CommitteeCost committee_cost(const FitOptions& options, Index n_components);

/// Lets runs with different settings label the unlabeled samples, weighs each by how consistent its labels
/// are, and counts the votes. Nothing where no scale that may be tried gives systems that can be solved.
/// `say` is told which share of it is done.
std::optional<Verdict> deliberate(const CommitteeProblem& problem, ThreadPool& threads,
                                  const std::function<void(double)>& say);

/// The class with the most votes for every row; ties to the smaller class.
std::vector<int> most_voted(const Matrix& votes);

}  // namespace sosi
