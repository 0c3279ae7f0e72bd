// SPDX-License-Identifier: BSD-3-Clause
#include "fit/memory_plan.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "extend/scale_search.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/core/memory.hpp"

namespace sosi {

namespace {

int n_distinct_scales(const ScaleChoice& choice, Index n_components) {
  if (choice.rule != ScaleRule::fixed) return static_cast<int>(n_components);
  const std::vector<double>& given = choice.values.numbers;
  return static_cast<int>(
      group_scales(Eigen::Map<const Vector>(given.data(), static_cast<Index>(given.size()))).size());
}

// Of the rounds with decided options.
GrowthSize growth_size(const FitSize& size, const FitOptions& decided) {
  return {size.n_samples(),
          size.n_features,
          size.n_components,
          n_distinct_scales(decided.scale, size.n_components),
          rounds_settings(decided, size.n_labeled, size.n_unlabeled).schedule.sizes(),
          decided.refit_scale};
}

// What is planned with before a search: as many systems as its best run may have.
GrowthSize planned_size(const FitSize& size, const Decisions& decisions) {
  GrowthSize growth = growth_size(size, decisions.options);
  if (decisions.has_search() && decisions.space->scale_is_open) {
    growth.n_kernels = search_cost(*decisions.space, size.n_components).most_systems;
  }
  return growth;
}

class MemoryPlan {
 public:
  MemoryPlan(const FitSize& size, const FitOptions& given, const KernelBackend& backend)
      : size_(size),
        decisions_(decide(given, size.n_labeled, size.n_unlabeled)),
        growth_(planned_size(size, decisions_)),
        backend_(backend) {}

  const Decisions& decisions() const { return decisions_; }
  const GrowthSize& growth() const { return growth_; }
  std::vector<GrowthPlan> plans() const { return growth_plans(growth_, backend_); }

  /// What lives throughout, and the largest of the stages.
  std::size_t bytes(const GrowthPlan& plan) const {
    return bytes_with(
        plan, std::max({embedding_numbers(), searching_numbers(plan), round_numbers(growth_, plan, backend_),
                        scale_numbers(), result_numbers()}));
  }

  /// What lives throughout, and the search.
  std::size_t bytes_of_search(const GrowthPlan& plan) const {
    return bytes_with(plan, std::max(embedding_numbers(), searching_numbers(plan)));
  }

 private:
  std::size_t bytes_with(const GrowthPlan& plan, double stage_numbers) const {
    constexpr double kProgram = 12.0 * 1024 * 1024;  // code, libraries, BLAS's buffers
    const double always =
        static_cast<double>(size_.n_rows) * static_cast<double>(size_.n_features) +  // samples
        static_cast<double>(size_.n_samples()) * static_cast<double>(plan.n_kept_distances);
    return static_cast<std::size_t>(sizeof(double) * (always + stage_numbers) + kProgram);
  }

  Index most_centers() const { return std::ranges::max(growth_.n_centers); }

  double embedding_numbers() const {
    double most = 0.0;
    const std::vector<std::string> names =
        decisions_.has_search() ? decisions_.space->embeddings : std::vector{*decisions_.options.embedding};
    for (const std::string& name : names) {
      most = std::max(
          most, embeddings().named(name).numbers({size_.n_labeled, size_.n_features, size_.n_components},
                                                 decisions_.options.embedding_knobs));
    }
    return most;
  }

  double searching_numbers(const GrowthPlan& plan) const {
    constexpr double kGraph = 60.0;  // of the harmonic function, for each sample
    const double graph =
        static_cast<double>(size_.n_samples()) * (static_cast<double>(size_.n_features) + kGraph);
    if (!decisions_.has_search()) return decisions_.options.labeler != Labeler::map ? graph : 0.0;
    const Index n = std::min(size_.n_samples(), kMostSearched);
    const SearchSize size{n, size_.n_features, size_.n_components,
                          n_distinct_scales(decisions_.options.scale, size_.n_components),
                          plan.n_kept_distances == n && n == size_.n_samples()};
    return std::max(graph, search_numbers(size, *decisions_.space, backend_));
  }

  double scale_numbers() const {
    const FitOptions& options = decisions_.options;
    if (options.scale.rule == ScaleRule::fixed) return 0.0;
    return scale_search_numbers({options.refit_scale ? most_centers() : size_.n_labeled, size_.n_labeled,
                                 size_.n_features, size_.n_components},
                                options.scale.rule, backend_);
  }

  // The map's own centers, coordinates, and probabilities of as many classes, by position and by row.
  double result_numbers() const {
    const auto centers = static_cast<double>(most_centers());
    return centers * static_cast<double>(size_.n_features) +
           (4.0 * static_cast<double>(size_.n_samples()) + static_cast<double>(size_.n_rows) +
            4.0 * centers) *
               static_cast<double>(size_.n_components);
  }

  FitSize size_;
  Decisions decisions_;
  GrowthSize growth_;
  const KernelBackend& backend_;
};

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// Of the rounds of a fit without a search.
GrowthSize ten_rounds(const FitSize& size, FitOptions given) {
  given.rounds = 10;
  return growth_size(size, decide(given, size.n_labeled, size.n_unlabeled).options);
}

// The time of a search, in that of one fit without it, from counted operations.
double search_work(const FitSize& size, const FitOptions& given, const SearchSpace& space,
                   const KernelBackend& backend) {
  constexpr double kAlone = 2.0;  // a system alone keeps the processor less busy than the many of such a fit
  const GrowthSize growth = ten_rounds(size, given);
  const double less_busy = growth.n_kernels > 1 && space.scale_is_open ? kAlone : 1.0;
  return less_busy * search_operations(size, given, space, backend) /
         sum(round_work(growth, growth_plans(growth, backend).front(), backend));
}

// The plan that takes the least.
std::size_t least_bytes(const FitSize& size, const FitOptions& given, const KernelBackend& backend) {
  const MemoryPlan memory(size, given, backend);
  return memory.bytes(memory.plans().back());
}

// The largest number in an interval for which so many bytes are enough, by bisection; nothing where they are
// not for its first.
template <class BytesOf>
std::optional<Index> largest_that_fits(Index low, Index high, std::size_t allowed, BytesOf bytes_of) {
  if (bytes_of(high) <= allowed) return high;
  if (bytes_of(low) > allowed) return std::nullopt;
  while (high - low > 1) {
    const Index middle = (low + high) / 2;
    (bytes_of(middle) <= allowed ? low : high) = middle;
  }
  return low;
}

// Leaves something for others to take.
std::size_t most_of(std::size_t bytes) {
  return bytes - bytes / 20;
}

// The most centers that fit, no more than are asked for.
std::optional<Index> most_centers(const FitSize& size, const FitOptions& given, std::size_t allowed,
                                  const KernelBackend& backend) {
  const Index wanted = given.max_centers ? Index{*given.max_centers} : size.n_samples();
  return largest_that_fits(size.n_labeled, std::clamp(wanted, size.n_labeled, size.n_samples()),
                           most_of(allowed), [&](Index max_centers) {
                             FitOptions options = given;
                             options.max_centers = static_cast<int>(max_centers);
                             return least_bytes(size, options, backend);
                           });
}

// A search takes memory for all samples, whatever the number of centers: without it, more of them fit.
std::string what_would_fit(const FitSize& size, const FitOptions& given, std::size_t allowed,
                           const KernelBackend& backend) {
  if (const auto most = most_centers(size, given, allowed, backend)) {
    return "max_centers = " + std::to_string(*most);
  }
  FitOptions without_search = given;
  without_search.rounds = given.rounds.value_or(10);
  const auto most = most_centers(size, without_search, allowed, backend);
  if (!most) return "more memory, or fewer labels or features";
  const std::string rounds = "rounds = " + std::to_string(*without_search.rounds) +
                             (given.effort == FitOptions{}.effort ? "" : " without effort");
  const bool are_all = *most == size.n_samples() || (given.max_centers && *most >= *given.max_centers);
  return are_all ? rounds : "max_centers = " + std::to_string(*most) + " with " + rounds;
}

}  // namespace

Index plan_samples(const FitSize& size, const FitOptions& given, std::optional<std::size_t> max_memory,
                   const KernelBackend& backend) {
  const Index n = decide_samples(given, size.n_labeled, size.n_samples());
  if (given.max_centers) return n;
  const std::size_t allowed = max_memory.value_or(most_of(available_memory()));
  return largest_that_fits(size.n_labeled, n, allowed,
                           [&](Index n_samples) {
                             FitSize part = size;
                             part.n_unlabeled = n_samples - size.n_labeled;
                             return least_bytes(part, given, backend);
                           })
      .value_or(size.n_labeled);
}

double search_operations(const FitSize& size, const FitOptions& given, const SearchSpace& space,
                         const KernelBackend& backend) {
  FitSize part = size;
  part.n_features = 0;  // distances are computed once, not by every run
  part.n_unlabeled = std::min(size.n_samples(), kMostSearched) - size.n_labeled;
  FitOptions run = decide(given, size.n_labeled, size.n_unlabeled).options;
  run.rounds = kSearchRounds;
  run.stop_fraction = 1.0;
  run.max_centers.reset();
  const GrowthSize growth = growth_size(part, run);
  const SearchCost cost = search_cost(space, size.n_components);
  constexpr double kScoring = 2.0;  // a factorization and the diagonal of the inverse
  return (cost.n_runs + kScoring * cost.n_scored) *
         sum(round_work(growth, GrowthPlan::keep_all(growth.n_samples), backend));
}

FitPlan plan_fit(const FitSize& size, const FitOptions& given, std::optional<std::size_t> max_memory,
                 const KernelBackend& backend) {
  const MemoryPlan memory(size, given, backend);
  const std::size_t allowed = max_memory.value_or(available_memory());
  std::size_t least = 0;
  for (const GrowthPlan& plan : memory.plans()) {
    least = memory.bytes(plan);
    if (least > allowed) continue;
    return {
        plan,
        describe(memory.growth(), plan),
        least,
        allowed,
        round_work(memory.growth(), plan, backend),
        memory.growth().n_kernels,
        memory.decisions().has_search() ? search_work(size, given, *memory.decisions().space, backend) : 0.0};
  }
  throw MemoryRefused(
      "needs at least " + format_bytes(least) + " of memory, but " +
      (max_memory ? "max_memory is " + format_bytes(allowed) : format_bytes(allowed) + " are available") +
      ": " + what_would_fit(size, given, allowed, backend) + " would fit");
}

FitPlan with_decided(const FitPlan& plan, const FitSize& size, const FitOptions& given,
                     const FitOptions& decided, const KernelBackend& backend) {
  const GrowthSize growth = growth_size(size, decided);
  const std::size_t searched = MemoryPlan(size, given, backend).bytes_of_search(plan.growth);
  const auto bytes = [&](const GrowthPlan& one) {
    return std::max(searched, MemoryPlan(size, decided, backend).bytes(one));
  };
  GrowthPlan chosen = plan.growth;
  for (const GrowthPlan& one : growth_plans(growth, backend)) {
    if (one.n_kept_distances != plan.growth.n_kept_distances || bytes(one) > plan.allowed) continue;
    chosen = one;
    break;
  }
  chosen.keeps_factors = chosen.keeps_factors || growth.n_kernels == 1;
  return {chosen,
          describe(growth, chosen),
          bytes(chosen),
          plan.allowed,
          round_work(growth, chosen, backend),
          growth.n_kernels,
          plan.search_work};
}

}  // namespace sosi
