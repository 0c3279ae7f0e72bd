// SPDX-License-Identifier: BSD-3-Clause
#include "rounds/growth_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sosi {

namespace {

// What takes as long as so many multiply-adds of a matrix product.
constexpr double kExponential = 25.0;
constexpr double kDifference = 2.0;  // of a feature, squared and added
constexpr double kStreamed = 4.0;    // a multiply-add on a number that comes from memory

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

struct RoundSize {
  double centers;
  double factored;  // centers whose columns are there from the round before
  bool is_last;
};

RoundSize round_size(const GrowthSize& size, const GrowthPlan& plan, std::size_t round) {
  const auto centers = [&](std::size_t r) { return static_cast<double>(size.n_centers[r]); };
  RoundSize result{centers(round), 0.0, round + 1 == size.n_centers.size()};
  if (round == 0 || !plan.keeps_factors || size.scales_change) return result;
  // Where no more centers are allowed, others take their places: only the labeled ones stay.
  const bool is_full = size.n_centers[round] == size.n_centers[round - 1];
  result.factored = is_full ? centers(0) : centers(round - 1);
  return result;
}

double work_of(const GrowthSize& size, const GrowthPlan& plan, const RoundSize& round, int n_together) {
  const auto n = static_cast<double>(size.n_samples);
  const auto [centers, factored, is_last] = round;
  const double columns = (centers * centers - factored * factored) / 2.0;
  const double cubes = (centers * centers * centers - factored * factored * factored) / 3.0;
  const bool evaluates = is_last || !plan.carries_samples;
  const double evaluated = (is_last ? n : n - centers) * centers;  // pairs of a sample and a center
  double kernel_work = 0.0;
  if (plan.carries_samples) {
    kernel_work += n * columns - cubes + kExponential * (n * (centers - factored) - columns);
    kernel_work += kStreamed * (n - centers) * centers;
  } else {
    kernel_work += cubes / 2.0 + kExponential * columns + kStreamed * centers * centers;
  }
  if (evaluates) kernel_work += kExponential * evaluated;
  // Where not all are kept, every batch of systems computes them.
  double distances = 0.0;
  if (static_cast<double>(plan.n_kept_distances) < centers) {
    const double n_batches = plan.keeps_factors ? std::ceil(size.n_kernels / static_cast<double>(n_together))
                                                : static_cast<double>(size.n_kernels);
    distances += n_batches * (plan.carries_samples ? n * (centers - factored) - columns : columns);
    if (evaluates) distances += evaluated;
  }
  return size.n_kernels * kernel_work + kDifference * static_cast<double>(size.n_features) * distances;
}

}  // namespace

std::vector<double> round_work(const GrowthSize& size, const GrowthPlan& plan, const KernelBackend& backend) {
  std::vector<double> work;
  for (std::size_t r = 0; r < size.n_centers.size(); ++r) {
    work.push_back(work_of(size, plan, round_size(size, plan, r), backend.n_together()));
  }
  return work;
}

std::vector<GrowthPlan> growth_plans(const GrowthSize& size, const KernelBackend& backend) {
  const Index n_labeled = size.n_centers.front();
  const Index most = std::ranges::max(size.n_centers);
  const auto work = [&](const GrowthPlan& plan) {
    return sum(round_work(size, plan, backend)) + kDifference * static_cast<double>(size.n_features) *
                                                      static_cast<double>(size.n_samples) *
                                                      static_cast<double>(plan.n_kept_distances);
  };
  const bool carries = work({true, true, most}) < work({false, true, most});
  std::vector<GrowthPlan> plans = {{carries, true, most}};
  if (most > n_labeled) plans.push_back({carries, true, n_labeled});
  if (size.n_kernels > 1) plans.push_back({carries, false, most});
  if (size.n_kernels > 1 && most > n_labeled) plans.push_back({carries, false, n_labeled});
  // Distances that cost next to nothing are not worth their memory.
  constexpr double kNextToNothing = 1.1;
  if (most > n_labeled && work(plans[1]) <= kNextToNothing * work(plans[0])) plans.erase(plans.begin());
  return plans;
}

std::string describe(const GrowthSize& size, const GrowthPlan& plan) {
  std::string text = plan.keeps_factors ? "factors kept" : "one factor at a time";
  if (plan.n_kept_distances < std::ranges::max(size.n_centers)) text += ", distances computed on demand";
  if (plan.carries_samples) text += ", all samples carried";
  return text;
}

double factor_numbers(const GrowthSize& size, const GrowthPlan& plan, const KernelBackend& backend) {
  return backend.numbers({size.n_samples, std::ranges::max(size.n_centers), size.n_components,
                          plan.keeps_factors ? size.n_kernels : 1, plan.carries_samples});
}

double round_numbers(const GrowthSize& size, const GrowthPlan& plan, const KernelBackend& backend) {
  const Index most = std::ranges::max(size.n_centers);
  const auto n = static_cast<double>(size.n_samples);
  const auto d = static_cast<double>(size.n_components);
  const auto centers = static_cast<double>(most);
  // Where distances are computed on demand, the centers are held once more, and a tile of distances.
  constexpr double kTileColumns = 128.0;
  const bool computes_distances = plan.n_kept_distances < most;
  const double on_demand =
      computes_distances ? centers * (static_cast<double>(size.n_features) + kTileColumns) : 0.0;
  constexpr double kRowsPerThread = 64.0;
  return factor_numbers(size, plan, backend) + on_demand + (7.0 * n + 4.0 * centers) * d +
         static_cast<double>(backend.threads().size()) * kRowsPerThread * centers;
}

}  // namespace sosi
