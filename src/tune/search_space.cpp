// SPDX-License-Identifier: BSD-3-Clause
#include "tune/search_space.hpp"

#include <algorithm>
#include <limits>

namespace sosi {

namespace {

constexpr double kFirstWeight = 0.2;

std::vector<RoundsPolicy> all_policies() {
  std::vector<RoundsPolicy> policies;
  for (const Labeler labeler : {Labeler::map, Labeler::agreement, Labeler::both}) {
    policies.push_back({Selection::confidence, 0.0, labeler});
    for (const double weight : {0.1, kFirstWeight, 0.4})
      policies.push_back({Selection::mixed, weight, labeler});
    policies.push_back({Selection::quota, 1.0, labeler});
  }
  return policies;
}

std::vector<RoundsPolicy> few_policies() {
  return {{Selection::mixed, kFirstWeight, Labeler::map},
          {Selection::confidence, 0.0, Labeler::map},
          {Selection::quota, 1.0, Labeler::map},
          {Selection::mixed, kFirstWeight, Labeler::both},
          {Selection::mixed, kFirstWeight, Labeler::agreement},
          {Selection::quota, 1.0, Labeler::agreement}};
}

double given_weight(const RoundsOptions& options) {
  if (options.selection == Selection::mixed) return options.quota_weight;
  return options.selection == Selection::quota ? 1.0 : 0.0;
}

// Given class proportions are to be used: policies that hardly look at them are left out.
std::vector<RoundsPolicy> restricted(const std::vector<RoundsPolicy>& all, const RoundsOptions& given) {
  std::vector<RoundsPolicy> policies;
  const bool has_proportions = given.class_proportions.source != ClassProportions::Source::automatic;
  for (RoundsPolicy policy : all) {
    if (given.labeler) policy.labeler = *given.labeler;
    if (given.selection) {
      policy.selection = *given.selection;
      policy.quota_weight = given_weight(given);
    } else if (has_proportions && policy.quota_weight < kFirstWeight) {
      continue;
    }
    if (std::ranges::find(policies, policy) == policies.end()) policies.push_back(policy);
  }
  return policies;
}

std::vector<std::string> embeddings_up_to(int rank) {
  std::vector<const EmbeddingMethod*> methods;
  for (const EmbeddingMethod* method : embeddings().all()) {
    if (method->search_rank && *method->search_rank <= rank) methods.push_back(method);
  }
  std::ranges::stable_sort(methods, {}, &EmbeddingMethod::search_rank);
  std::vector<std::string> names;
  for (const EmbeddingMethod* method : methods) names.push_back(method->name);
  return names;
}

}  // namespace

const RoundsPolicy& SearchSpace::first_policy() const {
  const auto found = std::ranges::find_if(policies, [](const RoundsPolicy& policy) {
    return policy.labeler == Labeler::map && policy.quota_weight == kFirstWeight;
  });
  return found != policies.end() ? *found : policies.front();
}

bool SearchSpace::needs_harmonic() const {
  return std::ranges::any_of(policies,
                             [](const RoundsPolicy& policy) { return policy.labeler != Labeler::map; });
}

SearchSpace search_space(const EmbeddingOptions& embedding, const RoundsOptions& rounds, bool scale_is_open) {
  constexpr std::size_t kAll = std::numeric_limits<int>::max();
  const bool is_quick = rounds.effort == Effort::quick;
  SearchSpace space{};
  space.embedding_is_open = !embedding.embedding;
  space.embeddings =
      embedding.embedding ? std::vector{*embedding.embedding} : embeddings_up_to(is_quick ? 0 : 1);
  space.scale_is_open = scale_is_open;
  space.selection_is_open = !rounds.selection;
  space.labeler_is_open = !rounds.labeler;
  space.policies = restricted(is_quick ? few_policies() : all_policies(), rounds);
  space.has_scales_by_dimension = !is_quick && scale_is_open;
  space.n_folds = is_quick ? 3 : 5;
  switch (rounds.effort) {
    case Effort::quick:
      space.scales = {0.5, 1.0, 1.4};
      space.most_kept = 1;
      space.most_systems = 1;
      break;
    case Effort::normal:
      space.scales = {0.35, 0.5, 0.7, 1.0, 1.4, 2.0};
      space.most_kept = 3;
      space.most_systems = kMostGroups + 1;
      break;
    case Effort::thorough:
      space.scales = {0.25, 0.35, 0.5, 0.7, 0.85, 1.0, 1.2, 1.4, 2.0};
      space.most_kept = kAll;
      space.most_systems = kAll;
      break;
  }
  return space;
}

SearchCost search_cost(const SearchSpace& space, Index n_components) {
  const bool by_dimension = space.has_scales_by_dimension && n_components > 1;
  const int most_systems = by_dimension ? static_cast<int>(std::min<Index>(kMostGroups, n_components)) : 1;
  const int n_embeddings = static_cast<int>(space.embeddings.size());
  const int n_common = n_embeddings + (space.scale_is_open ? static_cast<int>(space.scales.size()) : 0);
  const int n_by_dimension = by_dimension ? n_embeddings * most_systems : 0;
  const int n_first = n_embeddings * n_common + n_by_dimension;
  const std::size_t most_kept = by_dimension ? space.most_systems : space.most_kept;
  const int n_kept = static_cast<int>(std::min<std::size_t>(n_first, most_kept));
  const int n_scored = n_common + n_by_dimension;
  const int n_folds = static_cast<int>(space.n_folds);
  return {n_first + n_kept * (static_cast<int>(space.policies.size()) - 1) + n_folds, n_scored,
          std::min(n_scored, n_kept), n_folds, most_systems};
}

// Distances, the factors that labels are scored by, in each thread a run with all it needs or a fold with its
// own distances.
double search_numbers(const SearchSize& size, const SearchSpace& space, const KernelBackend& backend) {
  const Index n = size.n_samples;
  const auto samples = static_cast<double>(n);
  const SearchCost cost = search_cost(space, size.n_components);
  const int n_threads = backend.threads().size();
  const int n_systems = space.scale_is_open ? 1 : size.n_given_systems;
  const double scoring = n_systems * (cost.n_kept + cost.most_systems) * backend.numbers({0, n, 0, 1, false});
  const double run = backend.numbers({n, n, size.n_components, n_systems * cost.most_systems, true}) +
                     11.0 * samples * static_cast<double>(size.n_components);
  const double running =
      std::min(n_threads, cost.n_runs) * run + std::min(n_threads, cost.n_folds) * samples * samples;
  const double distances = size.has_distances ? 0.0 : samples * samples;
  return distances + scoring + running + samples * static_cast<double>(size.n_features);
}

}  // namespace sosi
