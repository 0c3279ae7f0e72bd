// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/evaluate/statistics.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

// The continued fraction of the incomplete beta function, by Lentz's method; converges fast for
// x < (a + 1) / (a + b + 2).
double beta_fraction(double a, double b, double x) {
  constexpr int kMaxTerms = 1000;
  constexpr double kTiny = 1e-300;
  const auto away_from_zero = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double c = 1.0;
  double d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
  double fraction = d;
  for (int m = 1; m < kMaxTerms; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    double step = 1.0;
    for (const double term : {even, odd}) {
      d = 1.0 / away_from_zero(1.0 + term * d);
      c = away_from_zero(1.0 + term / c);
      step = c * d;
      fraction *= step;
    }
    if (std::abs(step - 1.0) < std::numeric_limits<double>::epsilon()) break;
  }
  return fraction;
}

// I_x(a, b), the regularized incomplete beta function.
double incomplete_beta(double a, double b, double x) {
  if (x <= 0.0) return 0.0;
  if (x >= 1.0) return 1.0;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1.0) / (a + b + 2.0) ? front * beta_fraction(a, b, x) / a
                                       : 1.0 - front * beta_fraction(b, a, 1.0 - x) / b;
}

}  // namespace

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
