// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <numeric>
#include <vector>

#include "extend/kernel_choice.hpp"
#include "extend/kernel_map.hpp"
#include "extend/methods.hpp"
#include "extend/shared_options.hpp"
#include "extend/width_choice.hpp"
#include "linalg/lapack.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

constexpr const char* kGeometricHarmonicsName = "geometric-harmonics";
constexpr Index kWidthSamples = 400;  // every width takes the cube of this
constexpr int kHarmonicWidths = 17;
constexpr double kLowestHarmonicWidth = 0.1;  // of the median distance
constexpr double kHighestHarmonicWidth = 6.0;

struct HarmonicsOptions {
  double harmonics_cutoff = 1e-3;
  double harmonics_tolerance = 0.1;
  WidthOptions width;
};

// 1/lambda of the eigenvalues above the cutoff, relative to the largest; 0 of the others.
Vector kept_inverses(const KernelSpectrum& spectrum, double cutoff) {
  const double least = cutoff * spectrum.values.maxCoeff();
  return (spectrum.values.array() >= least).select(spectrum.values.cwiseInverse(), 0.0);
}

// The share of the coordinates that harmonics below the cutoff would have to represent.
double lost_share(const KernelSpectrum& spectrum, double cutoff) {
  const Vector inverses = kept_inverses(spectrum, cutoff);
  double lost = 0.0;
  for (Index j = 0; j < inverses.size(); ++j) {
    if (inverses(j) == 0.0) lost += spectrum.rotated.row(j).squaredNorm();
  }
  const double all = spectrum.rotated.norm();
  return all > 0.0 ? std::sqrt(lost) / all : 0.0;
}

// The widest kernel whose harmonics represent the coordinates: the wider, the farther they extend them.
double widest(const ExtensionProblem& problem, const HarmonicsOptions& options, ThreadPool& threads) {
  const Indices rows = spread_rows(problem.samples.rows(), kWidthSamples);
  const Matrix distances = squared_distances(problem.samples, rows, threads);
  const double unit = width_unit(distances);
  if (options.width.kernel_width) return unit * *options.width.kernel_width;
  const Matrix targets = problem.embedding->coordinates(rows, Eigen::all);
  std::vector<double> scales(kHarmonicWidths);
  std::vector<double> lost(kHarmonicWidths);
  threads.for_each(kHarmonicWidths, [&](std::size_t i) {
    scales[i] = unit * kHighestHarmonicWidth *
                std::pow(kLowestHarmonicWidth / kHighestHarmonicWidth,
                         static_cast<double>(i) / (kHarmonicWidths - 1.0));
    lost[i] = lost_share(kernel_spectrum(distances, targets, scales[i]), options.harmonics_cutoff);
  });
  std::size_t best = 0;
  for (std::size_t i = 0; i < kHarmonicWidths; ++i) {
    if (lost[i] <= options.harmonics_tolerance) return scales[i];
    if (lost[i] < lost[best]) best = i;
  }
  return scales[best];
}

// f(x) = sum over kept j of <y, u_j> / lambda_j sum_i k(x, x_i) u_j(x_i): one kernel map with the
// coefficients U diag(1/lambda) U^T Y.
FittedExtension fit_harmonics(const ExtensionProblem& problem, const HarmonicsOptions& options,
                              ThreadPool& threads) {
  require_samples(problem, kGeometricHarmonicsName, 2);
  const lapack::SerialBlas serial;
  const double scale = widest(problem, options, threads);
  Indices rows(problem.samples.rows());
  std::iota(rows.begin(), rows.end(), Index{0});
  const Matrix& coordinates = problem.embedding->coordinates;
  const KernelSpectrum spectrum =
      kernel_spectrum(squared_distances(problem.samples, rows, threads), coordinates, scale);
  Matrix coefficients =
      spectrum.vectors * (kept_inverses(spectrum, options.harmonics_cutoff).asDiagonal() * spectrum.rotated);
  FittedExtension fitted{std::make_shared<KernelMapExtension>(
      kGeometricHarmonicsName, kernel_map(problem.samples, std::move(coefficients), scale,
                                          Eigen::RowVectorXd::Zero(coordinates.cols())))};
  fitted.diagnostics.interpolation_error = interpolation_error(*fitted.extension, problem, threads);
  return fitted;
}

}  // namespace

template <>
FieldTable<HarmonicsOptions> field_table<HarmonicsOptions>() {
  FieldTable<HarmonicsOptions> table = {
      field("harmonics_cutoff", &HarmonicsOptions::harmonics_cutoff, between(1e-14, 1),
            "smallest eigenvalue of a geometric harmonic that is used, relative to the largest; larger makes "
            "the map smoother and less sensitive to noise"),
      field("harmonics_tolerance", &HarmonicsOptions::harmonics_tolerance, between(0, 1),
            "share of the coordinates that the harmonics may miss where the width is found; larger allows "
            "wider kernels, which extend the coordinates farther")};
  append_fields(table, &HarmonicsOptions::width);
  return table;
}

ExtensionMethod geometric_harmonics_method() {
  return {.name = kGeometricHarmonicsName,
          .class_name = "GeometricHarmonicsExtension",
          .summary = "geometric harmonics: well-conditioned eigenfunctions of a Gaussian kernel",
          .knobs = knobs_of<HarmonicsOptions>(),
          .fit =
              [](const ExtensionProblem& problem, const OptionTexts& knobs, ThreadPool& threads) {
                return fit_harmonics(problem, read_options<HarmonicsOptions>(knobs), threads);
              },
          .load = [](const NamedArrays& arrays) -> std::shared_ptr<const Extension> {
            return std::make_shared<KernelMapExtension>(kGeometricHarmonicsName, loaded_kernel_map(arrays));
          }};
}

}  // namespace sosi
