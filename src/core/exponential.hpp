// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>

namespace sosi {

namespace detail {

// A sum with this has no room for a fraction: adding it rounds to a whole number, in its last bits.
inline constexpr double kToWhole = 0x1.8p52;

[[gnu::always_inline]] inline double to_whole(double x) {
  return (x + kToWhole) - kToWhole;
}

[[gnu::always_inline]] inline double power_of_two(double whole) {
  const auto exponent = std::bit_cast<std::int64_t>(whole + kToWhole) - std::bit_cast<std::int64_t>(kToWhole);
  return std::bit_cast<double>((exponent + 1023) << 52);
}

}  // namespace detail

/// exp(x) for x <= 0, within 2 units in the last place; without branches, so that a loop over it can be
/// vectorized.
///
/// x = n ln 2 + r with |r| <= ln 2 / 2, exp(r) by its Taylor series, then a multiplication by 2^n in two
/// steps, so that the smallest numbers are reached.
[[gnu::always_inline]] inline double exp_of_nonpositive(double x) {
  constexpr double kLowest = -746.0;  // its exponential is 0
  constexpr double kLog2E = 0x1.71547652b82fep0;
  constexpr double kLn2High = 0x1.62e42fefa38p-1;  // n kLn2High is exact
  constexpr double kLn2Low = 0x1.ef35793c7673p-45;
  constexpr double kInverseFactorials[] = {
      1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0,
      1.0 / 5040.0,       1.0 / 720.0,       1.0 / 120.0,      1.0 / 24.0,      1.0 / 6.0,      1.0 / 2.0};
  x = x < kLowest ? kLowest : x;
  const double n = detail::to_whole(x * kLog2E);
  const double r = (x - n * kLn2High) - n * kLn2Low;
  double series = kInverseFactorials[0];
  for (int i = 1; i < 12; ++i) series = series * r + kInverseFactorials[i];
  const double value = 1.0 + (r + r * r * series);
  const double half = detail::to_whole(0.5 * n);
  return value * detail::power_of_two(half) * detail::power_of_two(n - half);
}

}  // namespace sosi
