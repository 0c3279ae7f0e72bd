// SPDX-License-Identifier: BSD-3-Clause
#include "interpolate/gaussian_sum.hpp"

#include <algorithm>
#include <cmath>

#include "core/vectorize.hpp"
#include "sosi/core/options.hpp"

namespace sosi {

namespace {

constexpr Index kChunk = 64;  // kernel values that stay in the cache between computing and using them

SOSI_VECTORIZE void add_scaled_rows(const double* weights, Index n_rows, const double* rows, Index n_columns,
                                    double* sums) {
  for (Index l = 0; l < n_rows; ++l) {
    for (Index k = 0; k < n_columns; ++k) sums[k] += weights[l] * rows[l * n_columns + k];
  }
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
    for (Index first = 0; first < n_centers_; first += kChunk) {
      const Index n = std::min(kChunk, n_centers_ - first);
      for (Index l = 0; l < n; ++l) kernel[l] = std::exp(group.exponent * squared_distances[first + l]);
      add_scaled_rows(kernel, n, group.coefficients.data() + first * width, width, sums.data());
    }
    for (Index k = 0; k < width; ++k) values[group.dimensions[k]] = sums[k];
  }
}

}  // namespace sosi
