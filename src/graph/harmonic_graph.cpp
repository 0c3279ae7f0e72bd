// SPDX-License-Identifier: BSD-3-Clause
#include "graph/harmonic_graph.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <tuple>

#include "graph/harmonic_system.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/data/labels.hpp"

namespace sosi {

namespace {

constexpr int kNeighbors[] = {3, 5, 7, 10};
constexpr double kHeats[] = {1.6, 0.8, 0.4, 0.2, 0.1, 0.05};  // of the local heat
constexpr int kFewNeighbors = 3;                              // where the labels are too few for a choice
constexpr double kDefaultHeat = 0.4;
constexpr double kLeastProbability = 1e-3;  // bounds what a single label can add to the logarithmic loss

// A graph and how well it predicts each label from the others.
struct Candidate {
  int n_neighbors = 0;
  double heat = 0.0;
  Index n_errors = 0;
  double log_loss = 0.0;
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

// A held-out label that the others do not reach is an error.
Candidate evaluate(Candidate trial, const NeighborLists& lists, const GivenLabels& given) {
  const HarmonicSystem system(neighbor_graph(lists, trial.n_neighbors, trial.heat), given.labels);
  const Matrix predicted = system.leave_one_out(given.held_out);
  for (Index i = 0; i < predicted.rows(); ++i) {
    const int of_class = given.classes[given.held_out[i]];
    const double probability = predicted(i, of_class);
    if (!(probability > 0.0) || most_probable(predicted, i) != of_class) ++trial.n_errors;
    trial.log_loss -= std::log(std::max(probability, kLeastProbability));
  }
  trial.n_held_out = std::ssize(given.held_out);
  return trial;
}

// The fewest errors in predicting each label from the others, then the smallest logarithmic loss; of equals
// the first tried is kept.
bool is_better(const Candidate& a, const Candidate& b) {
  return std::tie(a.n_errors, a.log_loss) < std::tie(b.n_errors, b.log_loss);
}

// The graph becomes denser as long as that helps: dense ones are rarely better and cost far more.
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
    const Candidate candidate = *std::ranges::min_element(trials, is_better);
    if (best && !is_better(candidate, *best)) break;
    best = candidate;
  }
  return *best;
}

}  // namespace

int most_probable(const Matrix& probabilities, Index row) {
  Index best = 0;
  probabilities.row(row).maxCoeff(&best);
  return static_cast<int>(best);
}

GivenLabels gather_labels(Index n_rows, std::span<const int> labels) {
  if (std::ssize(labels) != n_rows) {
    throw InvalidInput(std::to_string(labels.size()) + " labels for " + std::to_string(n_rows) +
                       " samples: must be the same number");
  }
  GivenLabels given{labels, {}, {}, {}};
  for (Index row = 0; row < n_rows; ++row) {
    if (labels[row] == kUnlabeled) continue;
    if (labels[row] < 0) {
      throw InvalidInput("label " + std::to_string(labels[row]) + " of row " + std::to_string(row) +
                         ": must be at least 0, or -1 for unlabeled");
    }
    given.rows.push_back(row);
    given.classes.push_back(labels[row]);
  }
  if (given.rows.empty()) throw InvalidInput("labels: must have at least one");
  for (std::size_t i = 0; i < given.classes.size(); ++i) {
    if (std::ranges::count(given.classes, given.classes[i]) >= 2) given.held_out.push_back(i);
  }
  return given;
}

Index most_neighbors(const HarmonicOptions& options) {
  return options.harmonic_neighbors.value_or(std::end(kNeighbors)[-1]);
}

HarmonicGraph choose_graph(const NeighborLists& lists, std::span<const int> labels,
                           const HarmonicOptions& options, ThreadPool& threads) {
  const Candidate chosen = choose(options, lists, gather_labels(std::ssize(lists), labels), threads);
  return {neighbor_graph(lists, chosen.n_neighbors, chosen.heat), chosen.n_neighbors, chosen.heat,
          chosen.n_errors, chosen.n_held_out};
}

}  // namespace sosi
