// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/dot.hpp"

#include "linalg/vectorized.hpp"

namespace sosi {

namespace {

constexpr Index kLanes = 32;  // sums that run side by side, so that none waits for the one before

[[gnu::always_inline]] inline double sum_of_products(const double* a, const double* b, Index n) {
  double lanes[kLanes] = {};
  Index l = 0;
  for (; l + kLanes <= n; l += kLanes) {
    for (Index j = 0; j < kLanes; ++j) lanes[j] += a[l + j] * b[l + j];
  }
  for (Index j = 0; l + j < n; ++j) lanes[j] += a[l + j] * b[l + j];
  for (Index width = kLanes / 2; width > 0; width /= 2) {
    for (Index j = 0; j < width; ++j) lanes[j] += lanes[j + width];
  }
  return lanes[0];
}

}  // namespace

double dot(const double* a, const double* b, Index n) {
  return Vectorized<sum_of_products>::run(a, b, n);
}

}  // namespace sosi
