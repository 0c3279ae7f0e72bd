// SPDX-License-Identifier: BSD-3-Clause
#include "fit/memory_plan.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "tune/search_space.hpp"
#include "rounds/loop.hpp"
#include "fit/settings.hpp"
#include "linalg/eigenproblem.hpp"
#include "kernel/gaussian_sum.hpp"
#include "extend/scale_criteria.hpp"
#include "kernel/triangular_rows.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/memory.hpp"

namespace sosi {

namespace {

// Of the search for the scales: the centers' samples, distances and coordinates, these packed too,
// coefficients for the whole grid, and for each system at work its factor and a few rows of the inverse.
double search_numbers(Index n_centers, const FitSize& size, ScaleRule rule) {
  const auto centers = static_cast<double>(n_centers);
  const auto d = static_cast<double>(size.n_components);
  const auto features = static_cast<double>(size.n_features);
  const auto n_scales = static_cast<double>(scale_grid().values.size());
  const double reduced = std::min(centers, features);
  const bool has_gradients = rule == ScaleRule::regularizer || rule == ScaleRule::ratio;
  const double shared =
      centers * (features + centers + n_scales * d) +
      (has_gradients ? 2.0 * centers * reduced + 2.0 * n_scales * d * static_cast<double>(size.n_labeled)
                     : 0.0);
  const double system =
      TriangularRows::size(n_centers, n_centers) + 3.0 * static_cast<double>(kTile) * centers;
  return shared + system * (n_centers <= kParallelScanLimit ? size.n_threads : 1);
}

// Of the embedding: the edges of both graphs as lists and as sparse matrices, and the dense eigenproblem's
// matrices.
double embedding_numbers(const FitSize& size, const EmbeddingOptions& options) {
  if (options.embedding == EmbeddingMethod::precomputed) return 0.0;
  const auto n = static_cast<double>(size.n_labeled);
  const double neighbors = options.graph.n_neighbors_within.value_or(kDefaultNeighbors) +
                           options.graph.n_neighbors_between.value_or(kDefaultNeighbors);
  const double edges =
      options.graph.neighborhood == Neighborhood::knn ? std::min(2.0 * neighbors * n, n * n) : 0.4 * n * n;
  constexpr double kNumbersPerEdge = 6.0;
  constexpr double kDenseMatrices = 2.5;
  const double dense = size.n_labeled <= kDenseEigenLimit ? kDenseMatrices * n * n : 0.0;
  return dense + kNumbersPerEdge * edges;
}

int n_distinct_scales(const ScaleChoice& choice, Index n_components) {
  if (choice.rule != ScaleRule::fixed) return static_cast<int>(n_components);
  const std::vector<double>& given = choice.values.values;
  return static_cast<int>(
      group_scales(Eigen::Map<const Vector>(given.data(), static_cast<Index>(given.size()))).size());
}

// Of the rounds with these options.
GrowthSize growth_size(const FitSize& size, const FitOptions& options) {
  return {size.n_labeled + size.n_unlabeled,
          size.n_features,
          size.n_components,
          n_distinct_scales(options.scale.scale, size.n_components),
          centers_by_round(options.progressive, size.n_labeled, size.n_unlabeled),
          options.progressive.refit_scale};
}

// Of the rounds after all has been decided, at most.
GrowthSize decided_size(const FitSize& size, const FitOptions& given) {
  GrowthSize growth = growth_size(size, options_to_plan(given, size.n_labeled, size.n_unlabeled));
  const bool has_committee = wants_committee(given, {size.n_labeled, size.n_unlabeled});
  if (has_committee && given.scale.scale.rule == ScaleRule::automatic) {
    growth.n_kernels = committee_cost(given, size.n_components).most_systems;
  }
  return growth;
}

// Of a committee: distances where they are not kept anyway, the factors that labels are judged by, a run in
// each thread with all it needs, the harmonic function's samples.
double committee_numbers(const GrowthPlan& plan, const FitSize& size, const FitOptions& given) {
  const auto total = static_cast<double>(size.n_labeled + size.n_unlabeled);
  constexpr double kGraph = 60.0;  // of the harmonic function, for each sample
  const double graph = total * (static_cast<double>(size.n_features) + kGraph);
  const bool asks_graph = given.progressive.labeler.value_or(Labeler::map) != Labeler::map;
  if (!wants_committee(given, {size.n_labeled, size.n_unlabeled})) return asks_graph ? graph : 0.0;
  const Index n = std::min(size.n_labeled + size.n_unlabeled, kLargestCommittee);
  const auto samples = static_cast<double>(n);
  const bool is_open = given.scale.scale.rule == ScaleRule::automatic;
  const CommitteeCost cost = committee_cost(given, size.n_components);
  const int n_kernels = is_open ? 1 : n_distinct_scales(given.scale.scale, size.n_components);
  const double judging =
      n_kernels * (cost.n_kept + cost.most_systems) * static_cast<double>(TriangularRows::size(n, n));
  const auto d = static_cast<double>(size.n_components);
  const GrowthSize run{n, 0, size.n_components, n_kernels * cost.most_systems, {n}, false};
  const double running =
      std::min(size.n_threads, cost.n_runs) * (factor_numbers(run, {true, true, n}) + 7.0 * samples * d) +
      std::min(size.n_threads, cost.n_parts) * samples * samples;
  const bool are_there = plan.n_kept_distances == n && n == size.n_labeled + size.n_unlabeled;
  const double distances = are_there ? 0.0 : samples * samples;
  return std::max(graph, distances + judging + running + samples * static_cast<double>(size.n_features));
}

double total_work(const GrowthSize& growth, const GrowthPlan& plan) {
  const std::vector<double> work = round_work(growth, plan);
  return std::accumulate(work.begin(), work.end(), 0.0);
}

// The time of a committee's runs, in that of one fit by the paper's rules, from counted operations.
double committee_work(const FitSize& size, const FitOptions& given) {
  FitSize part = size;
  part.n_features = 0;  // distances are made once, not by every run
  part.n_unlabeled = std::min(size.n_labeled + size.n_unlabeled, kLargestCommittee) - size.n_labeled;
  FitOptions run = given;
  run.progressive.rounds = kCommitteeRounds;
  run.progressive.stop_fraction = 1.0;
  run.progressive.max_centers.reset();
  if (given.scale.scale.rule == ScaleRule::automatic) run.scale.scale = {ScaleRule::fixed, {{1.0}, false}};
  const GrowthSize run_size = growth_size(part, run);
  const GrowthSize fit_size = growth_size(size, given);
  const CommitteeCost cost = committee_cost(given, size.n_components);
  constexpr double kJudging = 2.0;  // a factorization and the diagonal of the inverse
  constexpr double kAlone = 2.0;  // a system alone keeps the processor less busy than the many of such a fit
  const double less_busy = run_size.n_kernels < fit_size.n_kernels ? kAlone : 1.0;
  return less_busy * (cost.n_runs + kJudging * cost.n_judged) *
         total_work(run_size, {true, true, run_size.n_samples}) /
         total_work(fit_size, growth_plans(fit_size).front());
}

std::size_t memory_of(const GrowthPlan& plan, const FitSize& size, const FitOptions& given) {
  const FitOptions options = options_to_plan(given, size.n_labeled, size.n_unlabeled);
  const GrowthSize growth = decided_size(size, given);
  const auto n = static_cast<double>(growth.n_samples);
  const auto d = static_cast<double>(size.n_components);
  const Index most = std::ranges::max(growth.n_centers);
  const auto centers = static_cast<double>(most);
  const auto features = static_cast<double>(size.n_features);

  const double always = static_cast<double>(size.n_rows) * features +  // samples
                        n * static_cast<double>(plan.n_kept_distances);
  // Where distances are made anew, the centers are held once more.
  const bool makes_distances = plan.n_kept_distances < most;
  const double made = makes_distances ? centers * (features + static_cast<double>(kTile)) : 0.0;
  const double rounds = factor_numbers(growth, plan) + made + (7.0 * n + 4.0 * centers) * d +
                        static_cast<double>(size.n_threads) * 64.0 * centers;
  const double finished = centers * features + (2.0 * n + 3.0 * centers) * d;  // the map's own centers
  double search = 0.0;
  if (options.scale.scale.rule != ScaleRule::fixed) {
    search = search_numbers(options.progressive.refit_scale ? most : size.n_labeled, size,
                            options.scale.scale.rule);
  }
  constexpr double kProgram = 12.0 * 1024 * 1024;  // code, libraries, BLAS's buffers
  const double numbers = always + std::max({embedding_numbers(size, options.embedding),
                                            committee_numbers(plan, size, given), rounds, search, finished});
  return static_cast<std::size_t>(8.0 * numbers + kProgram);
}

// The plan that takes the least when there are at most so many centers.
std::size_t least_memory(FitSize size, FitOptions options, Index max_centers) {
  options.progressive.max_centers = static_cast<int>(max_centers);
  return memory_of(growth_plans(decided_size(size, options)).back(), size, options);
}

// What would fit, in words: the most centers, by bisection.
std::string what_would_fit(const FitSize& size, const FitOptions& options, std::size_t allowed) {
  Index low = size.n_labeled;
  Index high = size.n_labeled + size.n_unlabeled;
  if (least_memory(size, options, low) > allowed) {
    FitOptions by_the_paper = options;
    by_the_paper.progressive.rounds = n_rounds(options.progressive);
    return least_memory(size, by_the_paper, high) <= allowed
               ? "rounds = " + std::to_string(n_rounds(options.progressive)) +
                     ", with nothing left to decide,"
               : "fewer samples or features";
  }
  while (high - low > 1) {
    const Index middle = (low + high) / 2;
    (least_memory(size, options, middle) <= allowed ? low : high) = middle;
  }
  return "max_centers = " + std::to_string(low);
}

}  // namespace

FitPlan plan_fit(const FitSize& size, const FitOptions& given, const Execution& execution) {
  const bool has_committee = wants_committee(given, {size.n_labeled, size.n_unlabeled});
  const std::size_t allowed = execution.max_memory.value_or(available_memory());
  const GrowthSize growth = decided_size(size, given);
  std::size_t least = 0;
  for (const GrowthPlan& plan : growth_plans(growth)) {
    least = memory_of(plan, size, given);
    if (least > allowed) continue;
    return {plan,          describe(growth, plan),
            least,         round_work(growth, plan),
            has_committee, has_committee ? committee_work(size, given) : 0.0};
  }
  throw MemoryRefused("this needs about " + format_bytes(least) + " of memory at least, " +
                      format_bytes(allowed) +
                      (execution.max_memory ? " are allowed (max_memory): " : " are available: ") +
                      what_would_fit(size, given, allowed) + " would fit");
}

void settle(FitPlan& plan, const FitSize& size, const FitOptions& decided) {
  const GrowthSize growth = growth_size(size, decided);
  plan.growth.keeps_factors = plan.growth.keeps_factors || growth.n_kernels == 1;
  plan.words = describe(growth, plan.growth);
  plan.work = round_work(growth, plan.growth);
}

}  // namespace sosi
