// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/laplacian_rls.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <tuple>

#include "evaluate/labeled_samples.hpp"
#include "extend/width_choice.hpp"
#include "kernel/gaussian_sum.hpp"
#include "linalg/lapack.hpp"
#include "linalg/product.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/graph/class_graphs.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

template <>
FieldTable<LaplacianRlsOptions> field_table<LaplacianRlsOptions>() {
  return {
      field("lap_rls_width", &LaplacianRlsOptions::lap_rls_width, above(0),
            "width of the Gaussian kernel in units of the median distance between labeled samples; larger is "
            "smoother; auto: by leave-one-out"),
      field("lap_rls_ambient", &LaplacianRlsOptions::lap_rls_ambient, above(0),
            "weight gamma_A of the norm of the function; larger follows the labels less closely; auto: by "
            "leave-one-out"),
      field("lap_rls_intrinsic", &LaplacianRlsOptions::lap_rls_intrinsic, at_least(0),
            "weight gamma_I of differences between neighbors in the graph; larger makes them more equal; "
            "auto: by leave-one-out"),
  };
}

namespace {

// The first of each is taken where no label can be left out: what leave-one-out chooses on the digits.
constexpr double kRlsWidths[] = {0.5, 1.0, 0.25};
constexpr double kAmbients[] = {1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
constexpr double kGraphShares[] = {1e3, 1e4, 100.0, 10.0, 1.0};  // gamma_I/(gamma_A N²)

// What may be chosen, in groups with the same gamma_I/(gamma_A N²): the deformed kernel depends on that
// alone.
struct PenaltyGroup {
  double graph_share;
  std::vector<double> ambients;
};

std::vector<PenaltyGroup> penalty_groups(const LaplacianRlsOptions& options, Index n_samples) {
  std::vector<double> ambients = {std::begin(kAmbients), std::end(kAmbients)};
  if (options.lap_rls_ambient) ambients = {*options.lap_rls_ambient};
  std::vector<PenaltyGroup> groups;
  if (!options.lap_rls_intrinsic) {
    for (const double share : kGraphShares) groups.push_back({share, ambients});
    return groups;
  }
  const auto n = static_cast<double>(n_samples);
  for (const double ambient : ambients) {
    groups.push_back({*options.lap_rls_intrinsic / ambient / n / n, {ambient}});
  }
  return groups;
}

struct RlsTrial {
  double scale;
  double graph_share;
  double ambient;
  Index n_errors = 0;
  double squared_error = 0.0;
  Index n_held_out = 0;
};

// R^T L R, its lower triangle, from some samples at a time: L R never exists as a whole.
Matrix graph_energy(const Matrix& factor, const SparseMatrix& laplacian, ThreadPool& threads) {
  constexpr Index kSamplesTogether = 256;
  constexpr Index kColumnsPerItem = 128;
  const Index rank = factor.cols();
  Matrix energy = Matrix::Zero(rank, rank);
  for (Index first = 0; first < factor.rows(); first += kSamplesTogether) {
    const Index n = std::min(kSamplesTogether, factor.rows() - first);
    Matrix image = laplacian.middleRows(first, n) * factor;
    Matrix transposed = factor.middleRows(first, n).transpose();
    threads.for_each((rank + kColumnsPerItem - 1) / kColumnsPerItem, [&](std::size_t item) {
      const Index left = static_cast<Index>(item) * kColumnsPerItem;
      const Index width = std::min(kColumnsPerItem, rank - left);
      const RightFactor right({image.data() + left, n, width, rank});
      add_product({transposed.data() + left * n, rank - left, n, n}, right,
                  {energy.data() + left * rank + left, rank - left, width, rank});
    });
  }
  return energy;
}

// Aim: with mu = gamma_I/(gamma_A N²), f is kernel ridge regression of the labels alone, with the ridge
// gamma_A l, in the deformed kernel K' = K (I + mu L K)^-1 (Sindhwani, Niyogi and Belkin 2005).
// Trick: with K = R R^T of low rank, K' = R (I + mu R^T L R)^-1 R^T, which is symmetric in every step. One
// product R^T L R serves all penalties, and one K' all ridges, with leave-one-out errors in closed form.
class DeformedKernel {
 public:
  DeformedKernel(const Matrix& squared_distances, const SparseMatrix& laplacian, double scale,
                 ThreadPool& threads)
      : factor_(kernel_factor(squared_distances, scale)),
        energy_(graph_energy(factor_, laplacian, threads)) {}

  /// Rows of R (I + mu R^T L R)^-1.
  Matrix deformed(const Indices& rows, double graph_share) const {
    Matrix system = graph_share * energy_;
    system.diagonal().array() += 1.0;
    if (!lapack::cholesky(lapack::block_of(system))) {
      throw NumericalError("lap-rls: the system cannot be solved in double precision");
    }
    Matrix solved = factor_(rows, Eigen::all);
    lapack::solve_right_transposed(lapack::block_of(system), lapack::block_of(solved));
    lapack::solve_right(lapack::block_of(system), lapack::block_of(solved));
    return solved;
  }

  const Matrix& factor() const { return factor_; }

 private:
  static Matrix kernel_factor(Matrix kernel, double scale) {
    to_kernel(kernel.data(), kernel.size(), kernel_exponent(scale));
    return lapack::low_rank_factor(std::move(kernel));
  }

  Matrix factor_;  // R
  Matrix energy_;  // R^T L R, its lower triangle
};

// K'_ll and the indicators of the labels in its eigenvectors.
struct LabelSpectrum {
  lapack::EigenPairs pairs;
  Matrix rotated;
};

LabelSpectrum label_spectrum(const Matrix& kernel, const Matrix& targets) {
  lapack::EigenPairs pairs = lapack::symmetric_eigenpairs(kernel, 0, kernel.rows());
  pairs.values = pairs.values.cwiseMax(0.0);
  Matrix rotated = pairs.vectors.transpose() * targets;
  return {std::move(pairs), std::move(rotated)};
}

// With A = K'_ll + ridge I, the error at a label that is left out is (A^-1 y)_i / (A^-1)_ii.
RlsTrial evaluate(RlsTrial trial, const LabelSpectrum& spectrum, const Matrix& targets,
                  const GivenLabels& given) {
  const double ridge = trial.ambient * static_cast<double>(targets.rows());
  const Vector inverse = (spectrum.pairs.values.array() + ridge).inverse();
  const Matrix solved = spectrum.pairs.vectors * (inverse.asDiagonal() * spectrum.rotated);
  const Vector diagonal = spectrum.pairs.vectors.cwiseAbs2() * inverse;
  const Matrix errors = diagonal.cwiseInverse().asDiagonal() * solved;
  for (const Index i : given.held_out) {
    const Matrix predicted = targets.row(i) - errors.row(i);
    if (most_probable(predicted, 0) != given.classes[i]) ++trial.n_errors;
    trial.squared_error += errors.row(i).squaredNorm();
  }
  trial.n_held_out = std::ssize(given.held_out);
  return trial;
}

bool is_better_trial(const RlsTrial& a, const RlsTrial& b) {
  return std::tie(a.n_errors, a.squared_error) < std::tie(b.n_errors, b.squared_error);
}

// All that the choice and the solution need.
struct RlsProblem {
  Matrix squared_distances;
  SparseMatrix laplacian;  // of weights with the mean degree 1
  const GivenLabels& given;
  Matrix targets;  // a row for every label
  double unit;     // of widths
};

RlsProblem rls_problem(const MatrixView& samples, const GivenLabels& given, const SparseMatrix& weights,
                       ThreadPool& threads) {
  Indices all(samples.rows());
  std::iota(all.begin(), all.end(), Index{0});
  const double mean_degree = degrees(weights).mean();
  RlsProblem problem{squared_distances(samples, all, threads), graph_laplacian(weights), given,
                     class_indicators(given)(given.rows, Eigen::all), 0.0};
  if (mean_degree > 0.0) problem.laplacian /= mean_degree;
  problem.unit = width_unit(Matrix(problem.squared_distances(given.rows, given.rows)));
  return problem;
}

std::vector<RlsTrial> evaluate_width(const RlsProblem& problem, double scale,
                                     const std::vector<PenaltyGroup>& groups, ThreadPool& threads) {
  const DeformedKernel kernel(problem.squared_distances, problem.laplacian, scale, threads);
  const Matrix labeled = kernel.factor()(problem.given.rows, Eigen::all);
  std::vector<RlsTrial> trials;
  for (const PenaltyGroup& group : groups) {
    const Matrix deformed = kernel.deformed(problem.given.rows, group.graph_share);
    const LabelSpectrum spectrum = label_spectrum(deformed * labeled.transpose(), problem.targets);
    for (const double ambient : group.ambients) {
      trials.push_back(
          evaluate({scale, group.graph_share, ambient}, spectrum, problem.targets, problem.given));
    }
  }
  return trials;
}

// A single candidate needs no choice; without labels to leave out, the first is taken.
RlsTrial choose_trial(const RlsProblem& problem, const LaplacianRlsOptions& options, ThreadPool& threads) {
  const auto groups = penalty_groups(options, problem.squared_distances.rows());
  std::vector<double> widths = {std::begin(kRlsWidths), std::end(kRlsWidths)};
  if (options.lap_rls_width) widths = {*options.lap_rls_width};
  const RlsTrial first{problem.unit * widths[0], groups[0].graph_share, groups[0].ambients[0]};
  const bool is_given = widths.size() == 1 && groups.size() == 1 && groups[0].ambients.size() == 1;
  if (is_given || problem.given.held_out.empty()) return first;
  std::vector<RlsTrial> trials;
  for (const double width : widths) {
    std::ranges::copy(evaluate_width(problem, problem.unit * width, groups, threads),
                      std::back_inserter(trials));
  }
  return *std::ranges::min_element(trials, is_better_trial);
}

// (K'_ll + gamma_A l I) a = Y, f = K' a.
Matrix function_values(const RlsProblem& problem, const RlsTrial& chosen, ThreadPool& threads) {
  const DeformedKernel kernel(problem.squared_distances, problem.laplacian, chosen.scale, threads);
  const Matrix deformed = kernel.deformed(problem.given.rows, chosen.graph_share);
  Matrix system = deformed * kernel.factor()(problem.given.rows, Eigen::all).transpose();
  system.diagonal().array() += chosen.ambient * static_cast<double>(system.rows());
  if (!lapack::cholesky(lapack::block_of(system))) {
    throw NumericalError("lap-rls: the system of the labels cannot be solved in double precision");
  }
  Matrix coefficients = problem.targets.transpose();
  lapack::solve_right_transposed(lapack::block_of(system), lapack::block_of(coefficients));
  lapack::solve_right(lapack::block_of(system), lapack::block_of(coefficients));
  return kernel.factor() * (coefficients * deformed).transpose();
}

}  // namespace

// The distances, R, R^T L R and the system made of it: four full matrices at most.
std::size_t laplacian_rls_bytes(Index n_samples) {
  const auto n = static_cast<std::size_t>(n_samples);
  return 4 * n * n * sizeof(double);
}

LaplacianRlsResult classify_by_laplacian_rls(const MatrixView& samples, const GivenLabels& given,
                                             const SparseMatrix& weights, const LaplacianRlsOptions& options,
                                             ThreadPool& threads) {
  validate(options);
  if (std::ranges::min(given.classes) == std::ranges::max(given.classes)) {
    throw InvalidInput("lap-rls: needs labels of at least two classes");
  }
  const lapack::SerialBlas serial;
  const RlsProblem problem = rls_problem(samples, given, weights, threads);
  const RlsTrial chosen = choose_trial(problem, options, threads);
  const auto n = static_cast<double>(samples.rows());
  const double intrinsic = options.lap_rls_intrinsic.value_or(chosen.graph_share * chosen.ambient * n * n);
  LaplacianRlsResult result{function_values(problem, chosen, threads),
                            {},
                            chosen.scale,
                            chosen.ambient,
                            intrinsic,
                            chosen.n_errors,
                            chosen.n_held_out};
  result.classes = largest_columns(result.values);
  return result;
}

}  // namespace sosi
