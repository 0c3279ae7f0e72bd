// SPDX-License-Identifier: BSD-3-Clause
#include "core/beta_distribution.hpp"

#include <cmath>
#include <initializer_list>
#include <limits>

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

}  // namespace

double incomplete_beta(double a, double b, double x) {
  if (x <= 0.0) return 0.0;
  if (x >= 1.0) return 1.0;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1.0) / (a + b + 2.0) ? front * beta_fraction(a, b, x) / a
                                       : 1.0 - front * beta_fraction(b, a, 1.0 - x) / b;
}

}  // namespace sosi
