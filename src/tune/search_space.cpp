// SPDX-License-Identifier: BSD-3-Clause
#include "tune/search_space.hpp"

#include <algorithm>
#include <limits>

namespace sosi {

namespace {

constexpr double kProbeWeight = 0.2;

std::vector<Manner> all_manners() {
  std::vector<Manner> manners;
  for (const Labeler labeler : {Labeler::map, Labeler::agreement, Labeler::both}) {
    manners.push_back({Selection::confidence, 0.0, labeler});
    for (const double weight : {0.1, kProbeWeight, 0.4})
      manners.push_back({Selection::mixed, weight, labeler});
    manners.push_back({Selection::quota, 1.0, labeler});
  }
  return manners;
}

std::vector<Manner> few_manners() {
  return {{Selection::mixed, kProbeWeight, Labeler::map},
          {Selection::confidence, 0.0, Labeler::map},
          {Selection::quota, 1.0, Labeler::map},
          {Selection::mixed, kProbeWeight, Labeler::both},
          {Selection::mixed, kProbeWeight, Labeler::agreement},
          {Selection::quota, 1.0, Labeler::agreement}};
}

double given_weight(const ProgressiveOptions& options) {
  if (options.selection == Selection::mixed) return options.quota_weight;
  return options.selection == Selection::quota ? 1.0 : 0.0;
}

constexpr Index kMostLabels = 2000;

// Whether there are samples to label and something to decide about it.
bool leaves_open(const FitOptions& options, const CommitteeSize& size) {
  const ProgressiveOptions& progressive = options.progressive;
  const bool all_is_given = options.embedding.embedding && progressive.selection && progressive.labeler &&
                            options.scale.scale.rule != ScaleRule::automatic;
  return size.n_unlabeled > 0 && !progressive.rounds && !all_is_given;
}

}  // namespace

Agenda agenda_of(Effort effort) {
  constexpr std::size_t kAll = std::numeric_limits<int>::max();
  switch (effort) {
    case Effort::quick:
      return {.scales = {0.5, 1.0, 1.4},
              .asks_all_embeddings = false,
              .asks_by_dimension = false,
              .most_arenas = 1,
              .most_systems = 1,
              .manners = few_manners(),
              .n_parts = 3};
    case Effort::normal:
      return {.scales = {0.35, 0.5, 0.7, 1.0, 1.4, 2.0},
              .asks_all_embeddings = true,
              .asks_by_dimension = true,
              .most_arenas = 3,
              .most_systems = kMostGroups + 1,
              .manners = all_manners(),
              .n_parts = 5};
    case Effort::thorough:
      break;
  }
  return {.scales = {0.25, 0.35, 0.5, 0.7, 0.85, 1.0, 1.2, 1.4, 2.0},
          .asks_all_embeddings = true,
          .asks_by_dimension = true,
          .most_arenas = kAll,
          .most_systems = kAll,
          .manners = all_manners(),
          .n_parts = 5};
}

// Given shares are to be used; being given, they are right.
std::vector<Manner> allowed_manners(const Agenda& agenda, const ProgressiveOptions& options) {
  std::vector<Manner> manners;
  const bool shares_are_given = options.class_proportions.source != ClassProportions::Source::automatic;
  for (Manner manner : agenda.manners) {
    if (options.labeler) manner.labeler = *options.labeler;
    if (options.selection) {
      manner.selection = *options.selection;
      manner.quota_weight = given_weight(options);
    } else if (shares_are_given && manner.quota_weight < kProbeWeight) {
      continue;
    }
    if (std::ranges::find(manners, manner) == manners.end()) manners.push_back(manner);
  }
  return manners;
}

const Manner& probe_of(const std::vector<Manner>& manners) {
  const auto found = std::ranges::find_if(
      manners, [](const Manner& m) { return m.labeler == Labeler::map && m.quota_weight == kProbeWeight; });
  return found != manners.end() ? *found : manners.front();
}

bool wants_committee(const FitOptions& options, const CommitteeSize& size) {
  return leaves_open(options, size) && size.n_labeled <= kMostLabels && !options.progressive.refit_scale;
}

std::string reason_for_no_vote(const FitOptions& options, const CommitteeSize& size) {
  if (!leaves_open(options, size)) return {};
  if (options.progressive.refit_scale) return "no vote: refit_scale is given; the rounds are the paper's";
  if (size.n_labeled > kMostLabels) {
    return "no vote: more than " + std::to_string(kMostLabels) +
           " samples are labeled; the rounds are the paper's";
  }
  return {};
}

std::vector<EmbeddingMethod> embeddings_to_try(const FitOptions& options) {
  if (options.embedding.embedding) return {*options.embedding.embedding};
  if (!agenda_of(options.progressive.effort).asks_all_embeddings) return {EmbeddingMethod::fisher};
  return {EmbeddingMethod::fisher, EmbeddingMethod::laplacian};
}

CommitteeCost committee_cost(const FitOptions& options, Index n_components) {
  const Agenda agenda = agenda_of(options.progressive.effort);
  const bool scale_is_open = options.scale.scale.rule == ScaleRule::automatic;
  const bool asks_by_dimension = agenda.asks_by_dimension && scale_is_open && n_components > 1;
  const int most_systems =
      asks_by_dimension ? static_cast<int>(std::min<Index>(kMostGroups, n_components)) : 1;
  const int n_embeddings = static_cast<int>(embeddings_to_try(options).size());
  const int n_common = n_embeddings + (scale_is_open ? static_cast<int>(agenda.scales.size()) : 0);
  const int n_by_dimension = asks_by_dimension ? n_embeddings * most_systems : 0;
  const int n_probed = n_embeddings * n_common + n_by_dimension;
  const std::size_t most_kept = asks_by_dimension ? agenda.most_systems : agenda.most_arenas;
  const int n_kept = static_cast<int>(std::min<std::size_t>(n_probed, most_kept));
  const int n_manners = static_cast<int>(allowed_manners(agenda, options.progressive).size());
  const int n_judged = n_common + n_by_dimension;
  const int n_parts = static_cast<int>(agenda.n_parts);
  return {n_probed + n_kept * (n_manners - 1) + n_parts, n_judged, std::min(n_judged, n_kept), n_parts,
          most_systems};
}

}  // namespace sosi
