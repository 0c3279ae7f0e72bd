// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>

namespace sosi {

/// exp(x) for x <= 0, within 2 units in the last place; without branches, so that a loop over it can be
/// vectorized.
///
/// x = n ln 2 + r with |r| <= ln 2 / 2; exp(r) = 1 + r + r² p(r), where the polynomial p makes the largest
/// relative error as small as its degree allows, 4e-18; then a multiplication by 2^n in two steps, so that
/// the smallest numbers are reached and rounded once.
[[gnu::always_inline]] inline double exp_of_nonpositive(double x) {
  constexpr double kLowest = -746.0;  // here and below it is 0
  constexpr double kLog2E = 0x1.71547652b82fep0;
  constexpr double kLn2High = 0x1.62e42fefa38p-1;  // n kLn2High is exact
  constexpr double kLn2Low = 0x1.ef35793c7673p-45;
  // A sum with this has no room for a fraction: adding it rounds to an integer, in the last bits.
  constexpr double kToWhole = 0x1.8p52;
  constexpr double kUp = 0x1p512;
  constexpr double kDown = 0x1p-512;
  constexpr double kSeries[] = {0x1.ad7f7873f595bp-26, 0x1.28ad689eca994p-22, 0x1.71df253b9916bp-19,
                                0x1.a0199a16e8037p-16, 0x1.a01a012a6927bp-13, 0x1.6c16c18426697p-10,
                                0x1.1111111127b9dp-7,  0x1.555555555088cp-5,  0x1.55555555554fap-3,
                                0x1.000000000000ap-1};
  // A mask, not a choice: the compiler would make a branch of it, and no vectors.
  const std::uint64_t keep = static_cast<std::uint64_t>(x < kLowest) - 1;
  x = std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & keep);
  const double shifted = x * kLog2E + kToWhole;
  const double n = shifted - kToWhole;
  const double r = (x - n * kLn2High) - n * kLn2Low;
  double series = kSeries[0];
  for (int i = 1; i < 10; ++i) series = series * r + kSeries[i];
  const double value = 1.0 + (r + r * r * series);
  // The last bits of `shifted` are n: moved into the exponent they multiply by 2^n.
  const std::uint64_t power =
      (std::bit_cast<std::uint64_t>(shifted) << 52) + std::bit_cast<std::uint64_t>(kUp);
  return value * std::bit_cast<double>(power & keep) * kDown;
}

}  // namespace sosi
