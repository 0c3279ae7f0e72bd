// SPDX-License-Identifier: BSD-3-Clause
#include "fit/work_plan.hpp"

#include <algorithm>
#include <numeric>

namespace sosi {

namespace {

// What a pair of samples takes, in multiply-adds of a matrix product.
constexpr double kDifference = 2.0;      // a feature, squared and added
constexpr double kExponential = 25.0;    // a value of the kernel
constexpr double kGraphPerSample = 2e5;  // the harmonic function on graphs of a few neighbors

double distances_work(Index n_pairs, const FitSize& size) {
  return kDifference * static_cast<double>(size.n_features) * static_cast<double>(n_pairs);
}

double harmonic_work(const FitSize& size) {
  const Index n = size.n_samples();
  return distances_work(n * n, size) + kGraphPerSample * static_cast<double>(n);
}

// One factorization at the end's number of centers.
double solvable_work(double n_centers) {
  return n_centers * n_centers * (n_centers / 6.0 + kExponential / 2.0);
}

// The distances between centers, and f of the rows that take no part.
double result_work(const FitSize& size, Index n_centers, int n_kernels) {
  const Index n_others = size.n_rows - size.n_samples();
  return distances_work(n_centers * (n_centers + n_others), size) +
         kExponential * n_kernels * static_cast<double>(n_others) * static_cast<double>(n_centers);
}

}  // namespace

std::deque<StageWork> work_of_fit(const FitSize& size, const FitOptions& given, const FitPlan& plan,
                                  const KernelBackend& backend) {
  const Decisions decisions = decide(given, size.n_labeled, size.n_unlabeled);
  const Index n = size.n_samples();
  std::deque<StageWork> stages = {
      {kDistancesStage, distances_work(n * (plan.growth.n_kept_distances == n ? n : size.n_labeled), size)}};
  const bool is_part = n > kMostSearched;
  if (decisions.has_search()) {
    const Index n_searched = std::min(n, kMostSearched);
    stages.push_back({kSearchStage, search_operations(size, given, *decisions.space, backend) +
                                        distances_work(n_searched * n_searched, size)});
    if (is_part && decisions.space->needs_harmonic()) stages.push_back({kHarmonicStage, harmonic_work(size)});
    if (is_part && decisions.space->scale_is_open) {
      const Schedule schedule = rounds_settings(decisions.options, size.n_labeled, size.n_unlabeled).schedule;
      stages.push_back({kScalesStage, solvable_work(static_cast<double>(schedule.n_last_centers()))});
    }
  } else if (decisions.options.labeler != Labeler::map) {
    stages.push_back({kHarmonicStage, harmonic_work(size)});
  }
  const std::deque<StageWork> rest = work_of_rounds(size, decisions.options, plan);
  stages.insert(stages.end(), rest.begin(), rest.end());
  return stages;
}

std::deque<StageWork> work_of_rounds(const FitSize& size, const FitOptions& decided, const FitPlan& plan) {
  const Schedule schedule = rounds_settings(decided, size.n_labeled, size.n_unlabeled).schedule;
  return {{kRoundsStage, std::accumulate(plan.work.begin(), plan.work.end(), 0.0)},
          {kResultStage, result_work(size, schedule.n_last_centers(), plan.n_kernels)}};
}

}  // namespace sosi
