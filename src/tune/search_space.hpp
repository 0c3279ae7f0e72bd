// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sosi/fit/fit.hpp"

namespace sosi {

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

/// Where scales differ from dimension to dimension, they are in so many groups at most.
inline constexpr int kMostGroups = 3;

/// In which order samples become centers, and who labels them.
struct Manner {
  Selection selection;
  double quota_weight;
  Labeler labeler;

  bool operator==(const Manner&) const = default;
};

/// What an effort tries.
struct Agenda {
  std::vector<double> scales;  ///< times the median distance, beside those by leave-one-out
  bool asks_all_embeddings;
  bool asks_by_dimension;    ///< tries scales that differ from dimension to dimension
  std::size_t most_arenas;   ///< pairs of embedding and scales in which all manners are tried
  std::size_t most_systems;  ///< in these together: one for every distinct scale
  std::vector<Manner> manners;
  std::size_t n_parts;  ///< of the labels, to be held back in turn
};

Agenda agenda_of(Effort effort);

/// Those of an agenda that leave alone what is given.
std::vector<Manner> allowed_manners(const Agenda& agenda, const ProgressiveOptions& options);

/// The manner that scales and embeddings are tried in first.
const Manner& probe_of(const std::vector<Manner>& manners);

}  // namespace sosi
