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
  GaussianSum(const Matrix& coefficients, const Vector& scales);

  /// Reads one squared distance per center and writes one value per dimension, summed in an order that
  /// depends on the number of centers alone.
  void evaluate(const double* squared_distances, double* values) const;

 private:
  struct Group {
    double exponent;
    Indices dimensions;
    std::vector<double> coefficients;  // center by center
  };
  Index n_centers_;
  std::vector<Group> groups_;
};

}  // namespace sosi
