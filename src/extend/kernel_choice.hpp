// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>

#include "sosi/core/matrix.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

/// The Gaussian kernel matrix of one width as U diag(values) U^T, and the coordinates in that basis: every
/// ridge can then be judged without solving a system.
struct KernelSpectrum {
  Vector values;   ///< at least 0
  Matrix vectors;  ///< U, one column per value
  Matrix rotated;  ///< U^T Y
};

/// Of a Gaussian kernel exp(-squared distance/scale²).
KernelSpectrum kernel_spectrum(const MatrixView& squared_distances, const MatrixView& coordinates,
                               double scale);

/// What is made as small as possible.
using KernelCriterion = std::function<double(const KernelSpectrum& spectrum, double ridge)>;

/// The sum of squared leave-one-out errors of kernel ridge regression, in closed form.
double leave_one_out_error(const KernelSpectrum& spectrum, double ridge);

/// Minus the logarithm of the marginal likelihood of a Gaussian process whose signal variance is, for every
/// coordinate, the most likely one; `ridge` is the noise relative to it.
double negative_log_likelihood(const KernelSpectrum& spectrum, double ridge);

/// A kernel and what is added to its diagonal.
struct KernelChoice {
  double scale;  ///< absolute
  double ridge;
};

/// What a caller has decided already: a width in units of the median distance, a ridge.
struct KernelRequest {
  std::optional<double> width;
  std::optional<double> ridge;
};

/// The best width of 0.1 to 6 times the median distance and the best ridge of 1e-10 to 10, by 400 samples at
/// most: on a grid, then by golden sections. Throws `InvalidInput` where all samples are equal.
KernelChoice choose_kernel(const MatrixView& samples, const MatrixView& coordinates,
                           const KernelRequest& request, const KernelCriterion& criterion,
                           ThreadPool& threads);

/// The argument, as a logarithm, that makes a function smallest: the best of evenly spaced ones, improved by
/// golden sections between its neighbors.
double smallest_on_grid(double low, double high, int n_grid, int n_sections,
                        const std::function<double(double)>& function);

}  // namespace sosi
