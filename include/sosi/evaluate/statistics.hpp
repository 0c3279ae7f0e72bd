// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "sosi/core/matrix.hpp"

namespace sosi {

/// Below this p-value a difference is taken for real.
inline constexpr double kSignificance = 0.05;

/// Where values lie and how far they scatter.
struct Spread {
  double mean = 0.0;
  double deviation = 0.0;  ///< standard deviation of the sample (n - 1); 0 of fewer than two values
  Index n = 0;
};

Spread spread_of(std::span<const double> values);

/// The two-sided p-value of Student's paired test: how likely differences as large as these are if pairs
/// differ by chance alone. 1 where there are fewer than two pairs or no differences.
double paired_p_value(std::span<const double> a, std::span<const double> b);

}  // namespace sosi
