// SPDX-License-Identifier: BSD-3-Clause
#include "graph/harmonic_graph.hpp"

#include <algorithm>
#include <optional>

#include "graph/harmonic_system.hpp"

namespace sosi {

namespace {

constexpr int kNeighbors[] = {3, 5, 7, 10};
constexpr double kHeats[] = {1.6, 0.8, 0.4, 0.2, 0.1, 0.05};  // of the local heat
constexpr int kFewNeighbors = 3;                              // where the labels are too few for a choice
constexpr double kDefaultHeat = 0.4;

// A graph and how well it predicts each label from the others.
struct Candidate {
  int n_neighbors = 0;
  double heat = 0.0;
  LabelScore score = {};
  Index n_held_out = 0;
};

// The heats to try with a number of neighbors: the one that is given, or multiples of the local heat.
std::vector<double> heats_to_try(const HarmonicOptions& options, const NeighborLists& lists,
                                 int n_neighbors) {
  if (options.harmonic_heat) return {*options.harmonic_heat};
  std::vector<double> heats;
  for (const double multiple : kHeats) heats.push_back(multiple * local_heat(lists, n_neighbors));
  return heats;
}

Candidate default_candidate(const HarmonicOptions& options, const NeighborLists& lists) {
  const int n_neighbors = options.harmonic_neighbors.value_or(kFewNeighbors);
  return {n_neighbors, options.harmonic_heat.value_or(kDefaultHeat * local_heat(lists, n_neighbors))};
}

Candidate evaluate(Candidate trial, const NeighborLists& lists, const GivenLabels& given) {
  const HarmonicSystem system(neighbor_graph(lists, trial.n_neighbors, trial.heat), given.labels);
  trial.score = score_of(system.leave_one_out(given.held_out), given);
  trial.n_held_out = std::ssize(given.held_out);
  return trial;
}

// Of equals the first tried is kept. The graph becomes denser as long as that helps: dense ones are rarely
// better and cost far more.
Candidate choose(const HarmonicOptions& options, const NeighborLists& lists, const GivenLabels& given,
                 ThreadPool& threads) {
  const bool is_given = options.harmonic_neighbors && options.harmonic_heat;
  if (is_given || given.held_out.empty()) return default_candidate(options, lists);
  std::vector<int> counts = {std::begin(kNeighbors), std::end(kNeighbors)};
  if (options.harmonic_neighbors) counts = {*options.harmonic_neighbors};
  std::optional<Candidate> best;
  for (const int n_neighbors : counts) {
    const std::vector<double> heats = heats_to_try(options, lists, n_neighbors);
    std::vector<Candidate> trials(heats.size());
    threads.for_each(heats.size(), [&](std::size_t item) {
      trials[item] = evaluate({n_neighbors, heats[item]}, lists, given);
    });
    const Candidate candidate = *std::ranges::min_element(trials, is_better, &Candidate::score);
    if (best && !is_better(candidate.score, best->score)) break;
    best = candidate;
  }
  return *best;
}

}  // namespace

Index most_neighbors(const HarmonicOptions& options) {
  return options.harmonic_neighbors.value_or(std::end(kNeighbors)[-1]);
}

HarmonicGraph choose_graph(const NeighborLists& lists, std::span<const int> labels,
                           const HarmonicOptions& options, ThreadPool& threads) {
  const Candidate chosen = choose(options, lists, gather_labels(std::ssize(lists), labels), threads);
  return {neighbor_graph(lists, chosen.n_neighbors, chosen.heat), chosen.n_neighbors, chosen.heat,
          chosen.score.n_errors, chosen.n_held_out};
}

}  // namespace sosi
