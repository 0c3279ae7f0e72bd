// SPDX-License-Identifier: BSD-3-Clause
#include "rounds/growth_plan.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace sosi {
namespace growth_plan_test {

// From 100 labeled samples to `most` centers in even steps.
GrowthSize growth(Index n_samples, Index most, int n_rounds) {
  GrowthSize size{n_samples, 50, 9, 9, {}, false};
  for (int r = 0; r < n_rounds; ++r) {
    size.n_centers.push_back(std::min(most, 100 + (n_samples - 100) * r / (n_rounds - 1)));
  }
  return size;
}

class GrowthPlanTest : public ::testing::Test {
 protected:
  double total(const GrowthSize& size, const GrowthPlan& plan) const {
    const std::vector<double> work = round_work(size, plan, *backend_);
    return std::accumulate(work.begin(), work.end(), 0.0);
  }

  ThreadPool threads_{1};
  std::unique_ptr<KernelBackend> backend_ = make_backend(Device::cpu, threads_);
};

TEST_F(GrowthPlanTest, CountsOneFactorizationInHoweverManyRounds) {
  constexpr Index kSamples = 4000;
  const GrowthPlan kept{true, true, kSamples};
  const GrowthPlan anew{true, false, kSamples};
  const double once = 9 * std::pow(static_cast<double>(kSamples), 3) / 6.0;  // multiply-adds
  for (const int n_rounds : {10, 100}) {
    const GrowthSize size = growth(kSamples, kSamples, n_rounds);
    EXPECT_GT(total(size, kept), once);
    EXPECT_LT(total(size, kept), 1.5 * once);
    EXPECT_GT(total(size, anew), 0.3 * n_rounds * once);
  }
}

TEST_F(GrowthPlanTest, CarriesAllSamplesOnlyWhereMostBecomeCenters) {
  EXPECT_TRUE(growth_plans(growth(2000, 2000, 10), *backend_).front().carries_samples);
  EXPECT_FALSE(growth_plans(growth(70000, 4000, 10), *backend_).front().carries_samples);
}

TEST_F(GrowthPlanTest, CountsCentersThatTakeEachOthersPlaces) {
  const GrowthSize size = growth(20000, 1000, 5);
  const std::vector<double> work = round_work(size, {false, true, 1000}, *backend_);
  for (std::size_t r = 2; r < work.size(); ++r) EXPECT_GT(work[r], 0.9 * work[1]) << r;
}

TEST_F(GrowthPlanTest, TakesLessMemoryAndMoreTimeFromPlanToPlan) {
  const GrowthSize size = growth(3000, 3000, 10);
  const std::vector<GrowthPlan> plans = growth_plans(size, *backend_);
  const auto numbers = [&](const GrowthPlan& plan) {
    return factor_numbers(size, plan, *backend_) + 3000.0 * static_cast<double>(plan.n_kept_distances);
  };
  ASSERT_GE(plans.size(), 2U);
  EXPECT_LT(numbers(plans.back()), numbers(plans.front()));
  EXPECT_GT(total(size, plans.back()), total(size, plans.front()));
  EXPECT_NE(describe(size, plans.back()), describe(size, plans.front()));
}

}  // namespace growth_plan_test
}  // namespace sosi
