// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sosi/core/matrix.hpp"

namespace sosi {

/// Dimensions of the embedding that share a scale, and so share kernel values and factorizations.
struct ScaleGroup {
  double scale;
  Indices dimensions;
};

/// Groups the dimensions with bit-equal scales, in the order of their first dimension.
std::vector<ScaleGroup> group_scales(const Vector& scales);

/// What multiplies a squared distance in the exponent of the kernel; refuses scales whose square is no
/// ordinary number.
double kernel_exponent(double scale);

/// Turns squared distances into kernel values, in place.
void to_kernel(double* squared_distances, Index n, double exponent);

/// sum over l of c_l^k exp(-D_l / (s^k)²) from given squared distances D, for all dimensions k.
class GaussianSum {
 public:
  /// Centers whose kernel values are computed and summed together, so that they stay in the cache.
  static constexpr Index kChunk = 128;

  GaussianSum(const Matrix& coefficients, const Vector& scales);

  Index n_chunks() const { return (n_centers_ + kChunk - 1) / kChunk; }

  /// Reads one squared distance per center and writes one value per dimension: the sums of its chunks, added
  /// in their order.
  void evaluate(const double* squared_distances, double* values) const;

  /// Adds the sums over one chunk, from `kChunk` squared distances; of the last chunk those beyond the last
  /// center may be any that are not NaN.
  void add_chunk(Index chunk, const double* squared_distances, double* values) const;

 private:
  struct Group {
    double exponent;
    Indices dimensions;
  };
  Index n_centers_;
  std::vector<Group> groups_;
  std::vector<double> coefficients_;  // by chunk, group, dimension, center; zeros beyond the last center
};

}  // namespace sosi
