// SPDX-License-Identifier: BSD-3-Clause
#include "fit/work_plan.hpp"

#include <algorithm>
#include <numeric>

namespace sosi {

namespace {

// What takes as long as so many multiply-adds of a factorization, measured at 2,000 to 100,000 samples.
constexpr double kDifferenceAtOnce = 0.6;  // a feature, squared and added, where all distances are computed
constexpr double kDifference = 1.5;        // the same, where they are computed in blocks as they are needed
constexpr double kExponential = 25.0;      // a value of the kernel
constexpr double kNeighbors = 2.0;         // a feature, where nearest neighbors are searched
constexpr double kGraphPerSample = 2e5;    // the harmonic function on graphs of a few neighbors
constexpr double kSearch = 1.3;            // an operation of a search, whose systems are small

double distances_work(double per_feature, Index n_pairs, const FitSize& size) {
  return per_feature * static_cast<double>(size.n_features) * static_cast<double>(n_pairs);
}

double harmonic_work(const FitSize& size) {
  const Index n = size.n_samples();
  return distances_work(kNeighbors, n * n, size) + kGraphPerSample * static_cast<double>(n);
}

// One factorization at the end's number of centers.
double solvable_work(const FitSize& size, const FitPlan& plan, Index n_centers) {
  const auto n = static_cast<double>(n_centers);
  const bool has_distances = plan.growth.n_kept_distances >= n_centers;
  return n * n * (n / 6.0 + kExponential / 2.0) +
         (has_distances ? 0.0 : distances_work(kDifference, n_centers * n_centers / 2, size));
}

// The distances between centers, and f of the rows that take no part.
double result_work(const FitSize& size, const FitPlan& plan, Index n_centers) {
  const Index n_others = size.n_rows - size.n_samples();
  const Index n_near = plan.growth.n_kept_distances >= n_centers ? 0 : n_centers;
  return distances_work(kDifference, n_centers * (n_near + n_others), size) +
         kExponential * plan.n_kernels * static_cast<double>(n_others) * static_cast<double>(n_centers);
}

}  // namespace

std::deque<StageWork> work_of_fit(const FitSize& size, const FitOptions& given, const FitPlan& plan,
                                  const KernelBackend& backend) {
  const Decisions decisions = decide(given, size.n_labeled, size.n_unlabeled);
  const Index n = size.n_samples();
  std::deque<StageWork> stages = {
      {kDistancesStage, distances_work(kDifferenceAtOnce, n * plan.growth.n_kept_distances, size)}};
  const bool is_part = n > kMostSearched;
  if (decisions.has_search()) {
    const Index n_searched = std::min(n, kMostSearched);
    stages.push_back({kSearchStage, kSearch * search_operations(size, given, *decisions.space, backend) +
                                        distances_work(kDifferenceAtOnce, n_searched * n_searched, size)});
    if (is_part && decisions.space->needs_harmonic()) stages.push_back({kHarmonicStage, harmonic_work(size)});
    if (is_part && decisions.space->scale_is_open) {
      const Schedule schedule = rounds_settings(decisions.options, size.n_labeled, size.n_unlabeled).schedule;
      stages.push_back({kScalesStage, solvable_work(size, plan, schedule.n_last_centers())});
    }
  } else if (decisions.options.labeler != Labeler::map) {
    stages.push_back({kHarmonicStage, harmonic_work(size)});
  }
  // One scale for all dimensions is what a search finds most often.
  const FitPlan likely = with_decided(plan, size, given, decisions.options, backend);
  const std::deque<StageWork> rest = work_of_rounds(size, decisions.options, likely);
  stages.insert(stages.end(), rest.begin(), rest.end());
  return stages;
}

std::deque<StageWork> work_of_rounds(const FitSize& size, const FitOptions& decided, const FitPlan& plan) {
  const Schedule schedule = rounds_settings(decided, size.n_labeled, size.n_unlabeled).schedule;
  return {{kRoundsStage, std::accumulate(plan.work.begin(), plan.work.end(), 0.0)},
          {kResultStage, result_work(size, plan, schedule.n_last_centers())}};
}

}  // namespace sosi
