// SPDX-License-Identifier: BSD-3-Clause
#include "extend/kernel_choice.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "extend/width_choice.hpp"
#include "kernel/gaussian_sum.hpp"
#include "linalg/lapack.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

constexpr Index kChoiceSamples = 400;  // every width takes the cube of this
constexpr double kLowestWidth = 0.1;   // of the median distance
constexpr double kHighestWidth = 6.0;
constexpr int kWidths = 13;
constexpr int kWidthSections = 8;
constexpr double kLowestKernelRidge = 1e-10;
constexpr double kHighestKernelRidge = 10.0;
constexpr int kKernelRidges = 12;
constexpr int kRidgeSections = 12;

// The best of evenly spaced arguments, whose values are known already, improved by golden sections.
double improved(const std::vector<double>& arguments, const std::vector<double>& values, int n_sections,
                const std::function<double(double)>& function) {
  constexpr double kGolden = 0.6180339887498949;
  const auto best = std::ranges::min_element(values) - values.begin();
  const auto last = std::ssize(values) - 1;
  double low = arguments[std::max<std::ptrdiff_t>(best - 1, 0)];
  double high = arguments[std::min(best + 1, last)];
  double found = arguments[best];
  double smallest = values[best];
  double left = high - kGolden * (high - low);
  double right = low + kGolden * (high - low);
  double at_left = function(left);
  double at_right = function(right);
  for (int i = 2; i < n_sections; ++i) {
    if (at_left < at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - kGolden * (high - low);
      at_left = function(left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + kGolden * (high - low);
      at_right = function(right);
    }
  }
  if (at_left < smallest) {
    smallest = at_left;
    found = left;
  }
  return at_right < smallest ? right : found;
}

std::vector<double> evenly_spaced(double low, double high, int n) {
  std::vector<double> arguments(n);
  for (int i = 0; i < n; ++i) arguments[i] = low + (high - low) * i / (n - 1.0);
  return arguments;
}

double best_ridge(const KernelSpectrum& spectrum, const KernelRequest& request,
                  const KernelCriterion& criterion) {
  if (request.ridge) return *request.ridge;
  return std::exp(smallest_on_grid(
      std::log(kLowestKernelRidge), std::log(kHighestKernelRidge), kKernelRidges, kRidgeSections,
      [&](double log_ridge) { return criterion(spectrum, std::exp(log_ridge)); }));
}

}  // namespace

double smallest_on_grid(double low, double high, int n_grid, int n_sections,
                        const std::function<double(double)>& function) {
  const std::vector<double> arguments = evenly_spaced(low, high, n_grid);
  std::vector<double> values;
  for (const double argument : arguments) values.push_back(function(argument));
  return improved(arguments, values, n_sections, function);
}

KernelSpectrum kernel_spectrum(const MatrixView& squared_distances, const MatrixView& coordinates,
                               double scale) {
  Matrix kernel = squared_distances;
  to_kernel(kernel.data(), kernel.size(), kernel_exponent(scale));
  lapack::EigenPairs pairs = lapack::symmetric_eigenpairs(std::move(kernel), 0, squared_distances.rows());
  Matrix rotated = pairs.vectors.transpose() * coordinates;
  return {pairs.values.cwiseMax(0.0), std::move(pairs.vectors), std::move(rotated)};
}

// With A = K + ridge I, the error at a sample that is left out is (A^-1 y)_i / (A^-1)_ii.
double leave_one_out_error(const KernelSpectrum& spectrum, double ridge) {
  const Vector inverse = (spectrum.values.array() + ridge).inverse();
  const Matrix solved = spectrum.vectors * (inverse.asDiagonal() * spectrum.rotated);
  const Vector diagonal = spectrum.vectors.cwiseAbs2() * inverse;
  return (diagonal.cwiseInverse().asDiagonal() * solved).squaredNorm();
}

// For one coordinate, with the covariance c (K + ridge I): minus the logarithm is, but for a constant,
// (N log c + log det(K + ridge I) + N) / 2 at the most likely c = y^T (K + ridge I)^-1 y / N.
double negative_log_likelihood(const KernelSpectrum& spectrum, double ridge) {
  const auto n = static_cast<double>(spectrum.values.size());
  const Vector shifted = spectrum.values.array() + ridge;
  const double log_determinant = shifted.array().log().sum();
  double sum = 0.0;
  for (Index k = 0; k < spectrum.rotated.cols(); ++k) {
    const double signal = spectrum.rotated.col(k).cwiseAbs2().cwiseQuotient(shifted).sum() / n;
    if (signal > 0.0) sum += 0.5 * (n * std::log(signal) + log_determinant);
  }
  return sum;
}

KernelChoice choose_kernel(const MatrixView& samples, const MatrixView& coordinates,
                           const KernelRequest& request, const KernelCriterion& criterion,
                           ThreadPool& threads) {
  const lapack::SerialBlas serial;
  const Indices rows = spread_rows(samples.rows(), kChoiceSamples);
  const Matrix distances = squared_distances(samples, rows, threads);
  const Matrix targets = coordinates(rows, Eigen::all);
  const double unit = width_unit(distances);
  const auto spectrum_at = [&](double log_width) {
    return kernel_spectrum(distances, targets, unit * std::exp(log_width));
  };
  if (request.width) {
    const double scale = unit * *request.width;
    if (request.ridge) return {scale, *request.ridge};
    return {scale, best_ridge(kernel_spectrum(distances, targets, scale), request, criterion)};
  }
  const auto judge = [&](double log_width) {
    const KernelSpectrum spectrum = spectrum_at(log_width);
    return criterion(spectrum, best_ridge(spectrum, request, criterion));
  };
  const std::vector<double> widths = evenly_spaced(std::log(kLowestWidth), std::log(kHighestWidth), kWidths);
  std::vector<double> values(kWidths);
  threads.for_each(kWidths, [&](std::size_t i) { values[i] = judge(widths[i]); });
  const double width = improved(widths, values, kWidthSections, judge);
  return {unit * std::exp(width), best_ridge(spectrum_at(width), request, criterion)};
}

}  // namespace sosi
