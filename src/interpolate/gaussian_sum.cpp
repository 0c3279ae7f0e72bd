// SPDX-License-Identifier: BSD-3-Clause
#include "interpolate/gaussian_sum.hpp"

#include <algorithm>
#include <cmath>

#include "core/exponential.hpp"
#include "core/vectorize.hpp"
#include "sosi/core/options.hpp"

namespace sosi {

namespace {

constexpr Index kChunk = 64;  // kernel values that stay in the cache between computing and using them

constexpr Index kLanes = 8;  // sums that run side by side, so that none waits for the one before

SOSI_VECTORIZE void add_scaled_rows(const double* weights, Index n_rows, const double* rows, Index n_columns,
                                    double* sums) {
  for (Index l = 0; l < n_rows; ++l) {
    for (Index k = 0; k < n_columns; ++k) sums[k] += weights[l] * rows[l * n_columns + k];
  }
}

// A single column: entry l is added to sum l modulo `kLanes`.
SOSI_VECTORIZE void add_products(const double* weights, const double* values, Index n, double* lanes) {
  Index l = 0;
  for (; l + kLanes <= n; l += kLanes) {
    for (Index j = 0; j < kLanes; ++j) lanes[j] += weights[l + j] * values[l + j];
  }
  for (Index j = 0; l + j < n; ++j) lanes[j] += weights[l + j] * values[l + j];
}

double total(const double (&lanes)[kLanes]) {
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

}  // namespace

double kernel_exponent(double scale) {
  const double exponent = -1.0 / (scale * scale);
  if (!(scale > 0.0) || !std::isnormal(scale * scale) || !std::isnormal(exponent)) {
    throw InvalidInput(
        "scale = " + OptionText<double>::format(scale) +
        " (absolute): must be above 0, and its square neither too small nor too large a number");
  }
  return exponent;
}

SOSI_VECTORIZE void to_kernel(double* squared_distances, Index n, double exponent) {
  for (Index l = 0; l < n; ++l) squared_distances[l] = exp_of_nonpositive(exponent * squared_distances[l]);
}

std::vector<ScaleGroup> group_scales(const Vector& scales) {
  std::vector<ScaleGroup> groups;
  for (Index k = 0; k < scales.size(); ++k) {
    const auto found = std::ranges::find(groups, scales(k), &ScaleGroup::scale);
    if (found == groups.end()) {
      groups.push_back({scales(k), {k}});
    } else {
      found->dimensions.push_back(k);
    }
  }
  return groups;
}

GaussianSum::GaussianSum(const Matrix& coefficients, const Vector& scales) : n_centers_(coefficients.rows()) {
  for (ScaleGroup& group : group_scales(scales)) {
    Group made{kernel_exponent(group.scale), std::move(group.dimensions), {}};
    made.coefficients.reserve(n_centers_ * made.dimensions.size());
    for (Index l = 0; l < n_centers_; ++l) {
      for (const Index k : made.dimensions) made.coefficients.push_back(coefficients(l, k));
    }
    groups_.push_back(std::move(made));
  }
}

void GaussianSum::evaluate(const double* squared_distances, double* values) const {
  double kernel[kChunk];
  std::vector<double> sums;
  for (const Group& group : groups_) {
    const auto width = static_cast<Index>(group.dimensions.size());
    sums.assign(width, 0.0);
    double lanes[kLanes] = {};
    for (Index first = 0; first < n_centers_; first += kChunk) {
      const Index n = std::min(kChunk, n_centers_ - first);
      const double* coefficients = group.coefficients.data() + first * width;
      std::copy_n(squared_distances + first, n, kernel);
      to_kernel(kernel, n, group.exponent);
      if (width == 1) {
        add_products(kernel, coefficients, n, lanes);
      } else {
        add_scaled_rows(kernel, n, coefficients, width, sums.data());
      }
    }
    if (width == 1) sums[0] = total(lanes);
    for (Index k = 0; k < width; ++k) values[group.dimensions[k]] = sums[k];
  }
}

}  // namespace sosi
