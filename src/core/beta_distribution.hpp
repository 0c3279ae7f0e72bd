// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace sosi {

/// The regularized incomplete beta function I_x(a, b): how likely a number with the distribution Beta(a, b)
/// is at most x; a and b are above 0.
double incomplete_beta(double a, double b, double x);

}  // namespace sosi
