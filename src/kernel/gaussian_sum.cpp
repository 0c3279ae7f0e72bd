// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/gaussian_sum.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "linalg/exponential.hpp"
#include "linalg/vectorized.hpp"
#include "sosi/core/options.hpp"

namespace sosi {

namespace {

constexpr Index kChunk = GaussianSum::kChunk;

// The kernel values of one chunk.
struct alignas(64) Chunk {
  double values[kChunk];
};

[[gnu::always_inline]] inline void set_kernel(const double* squared_distances, double exponent,
                                              Chunk& kernel) {
  for (Index l = 0; l < kChunk; ++l) {
    kernel.values[l] = exp_of_nonpositive(exponent * squared_distances[l]);
  }
}

[[gnu::always_inline]] inline void replace_by_kernel(double* squared_distances, Index n, double exponent) {
  for (Index l = 0; l < n; ++l) squared_distances[l] = exp_of_nonpositive(exponent * squared_distances[l]);
}

// Some sums run side by side, so that none waits for the one before; then they are added two by two.
template <class Numbers>
[[gnu::always_inline]] inline double product(const Chunk& kernel, const double* coefficients) {
  constexpr Index kLanes = sizeof(Numbers) / sizeof(double);
  constexpr Index kSums = 4;
  Numbers sums[kSums] = {};
  for (Index l = 0; l < kChunk; l += kSums * kLanes) {
    for (Index s = 0; s < kSums; ++s) {
      Numbers left;
      Numbers right;
      std::memcpy(&left, kernel.values + l + s * kLanes, sizeof left);
      std::memcpy(&right, coefficients + l + s * kLanes, sizeof right);
      sums[s] += left * right;
    }
  }
  const Numbers sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  double lanes[kLanes];
  std::memcpy(&lanes, &sum, sizeof sum);
  for (Index half = kLanes / 2; half > 0; half /= 2) {
    for (Index j = 0; j < half; ++j) lanes[j] += lanes[j + half];
  }
  return lanes[0];
}

using Product = Vectorized<product<Register<2>>, product<Register<4>>, product<Register<8>>>;

}  // namespace

double kernel_exponent(double scale) {
  const double exponent = -1.0 / (scale * scale);
  if (!(scale > 0.0) || !std::isnormal(scale * scale) || !std::isnormal(exponent)) {
    throw InvalidInput("scale = " + OptionText<double>::format(scale) +
                       " (absolute): must be above 0, and its square must be a normal number");
  }
  return exponent;
}

void to_kernel(double* squared_distances, Index n, double exponent) {
  Vectorized<replace_by_kernel>::run(squared_distances, n, exponent);
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
    groups_.push_back({kernel_exponent(group.scale), std::move(group.dimensions)});
  }
  coefficients_.assign(n_chunks() * scales.size() * kChunk, 0.0);
  double* to = coefficients_.data();
  for (Index first = 0; first < n_centers_; first += kChunk) {
    const Index n = std::min(kChunk, n_centers_ - first);
    for (const Group& group : groups_) {
      for (const Index k : group.dimensions) {
        for (Index l = 0; l < n; ++l) to[l] = coefficients(first + l, k);
        to += kChunk;
      }
    }
  }
}

void GaussianSum::evaluate(const double* squared_distances, double* values) const {
  for (const Group& group : groups_) {
    for (const Index k : group.dimensions) values[k] = 0.0;
  }
  Index chunk = 0;
  for (; (chunk + 1) * kChunk <= n_centers_; ++chunk)
    add_chunk(chunk, squared_distances + chunk * kChunk, values);
  if (chunk < n_chunks()) {
    Chunk last{};
    std::copy(squared_distances + chunk * kChunk, squared_distances + n_centers_, last.values);
    add_chunk(chunk, last.values, values);
  }
}

void GaussianSum::add_chunk(Index chunk, const double* squared_distances, double* values) const {
  const double* coefficients = coefficients_.data() + chunk * (coefficients_.size() / n_chunks());
  Chunk kernel;
  for (const Group& group : groups_) {
    Vectorized<set_kernel>::run(squared_distances, group.exponent, kernel);
    for (const Index k : group.dimensions) {
      values[k] += Product::run(kernel, coefficients);
      coefficients += kChunk;
    }
  }
}

}  // namespace sosi
