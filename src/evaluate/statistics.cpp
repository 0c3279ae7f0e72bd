// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/evaluate/statistics.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include "core/beta_distribution.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

Spread spread_of(std::span<const double> values) {
  Spread spread;
  spread.n = std::ssize(values);
  if (values.empty()) return spread;
  spread.mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  if (values.size() < 2) return spread;
  double sum = 0.0;
  for (const double value : values) sum += (value - spread.mean) * (value - spread.mean);
  spread.deviation = std::sqrt(sum / static_cast<double>(values.size() - 1));
  return spread;
}

double paired_p_value(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size()) {
    throw InvalidInput("a paired test of " + std::to_string(a.size()) + " and " + std::to_string(b.size()) +
                       " values: must be the same number");
  }
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(a[i] - b[i]);
  const Spread spread = spread_of(differences);
  if (spread.n < 2 || spread.mean == 0.0) return 1.0;
  const auto n = static_cast<double>(spread.n);
  const double t = spread.mean / (spread.deviation / std::sqrt(n));
  const double freedom = n - 1.0;
  return incomplete_beta(0.5 * freedom, 0.5, freedom / (freedom + t * t));
}

}  // namespace sosi
