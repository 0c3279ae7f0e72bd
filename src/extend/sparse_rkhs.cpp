// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <numeric>
#include <vector>

#include "extend/kernel_choice.hpp"
#include "extend/kernel_map.hpp"
#include "extend/methods.hpp"
#include "extend/shared_options.hpp"
#include "kernel/gaussian_sum.hpp"
#include "linalg/lapack.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

constexpr const char* kSparseRkhsName = "sparse-rkhs";

struct SparseRkhsOptions {
  double sparse_rkhs_tolerance = 0.1;
  WidthOptions width;
};

// Centers and their coefficients, a row each.
struct SparseCombination {
  Indices centers;
  Matrix coefficients;
};

// Aim: few columns of K whose combinations come near all coordinates (simultaneous orthogonal matching
// pursuit). Formula: the column k_j with the largest ||k_j^T R|| / ||k_j|| is next, R being what is left of
// the coordinates; then R is made orthogonal to it. Trick: K^T R is kept up to date by one product K^T q a
// step, with q the new direction, so that a step costs N², whatever the number of dimensions.
class MatchingPursuit {
 public:
  MatchingPursuit(const Matrix& kernel, const Matrix& targets)
      : kernel_(kernel),
        rest_(targets),
        correlations_(kernel * targets),
        norms_(kernel.colwise().norm().transpose()),
        basis_(kernel.rows(), kernel.rows()),
        triangle_(Matrix::Zero(kernel.rows(), kernel.rows())),
        projections_(kernel.rows(), targets.cols()),
        is_usable_(kernel.rows(), true) {}

  double rest() const { return rest_.norm(); }

  // False when no column is left that is not a combination of those taken.
  bool take_next() {
    for (Index next = best(); next >= 0; next = best()) {
      is_usable_[next] = false;
      if (append(next)) return true;
    }
    return false;
  }

  SparseCombination result() const {
    const Index n = std::ssize(centers_);
    return {centers_,
            triangle_.topLeftCorner(n, n).triangularView<Eigen::Upper>().solve(projections_.topRows(n))};
  }

 private:
  Index best() const {
    Index found = -1;
    double largest = 0.0;
    for (Index j = 0; j < kernel_.rows(); ++j) {
      if (!is_usable_[j]) continue;
      const double gain = correlations_.row(j).norm() / norms_(j);
      if (gain > largest) {
        largest = gain;
        found = j;
      }
    }
    return found;
  }

  bool append(Index column) {
    constexpr double kLeastPart = 1e-6;  // of a column that the others do not have
    const Index n = std::ssize(centers_);
    Vector direction = kernel_.row(column);
    Vector shares = Vector::Zero(n);
    for (int pass = 0; pass < 2; ++pass) {  // once more for what rounding leaves
      const Vector part = basis_.topRows(n) * direction;
      direction -= basis_.topRows(n).transpose() * part;
      shares += part;
    }
    const double norm = direction.norm();
    if (!(norm > kLeastPart * norms_(column))) return false;
    direction /= norm;
    basis_.row(n) = direction;
    triangle_.col(n).head(n) = shares;
    triangle_(n, n) = norm;
    projections_.row(n) = direction.transpose() * rest_;
    rest_ -= direction * projections_.row(n);
    correlations_ -= (kernel_ * direction) * projections_.row(n);
    centers_.push_back(column);
    return true;
  }

  const Matrix& kernel_;
  Matrix rest_;
  Matrix correlations_;
  Vector norms_;
  Matrix basis_;     // one direction per row
  Matrix triangle_;  // the columns taken are combinations of the directions: K_S = Q R
  Matrix projections_;
  std::vector<bool> is_usable_;
  Indices centers_;
};

SparseCombination pursue(const Matrix& kernel, const Matrix& targets, double tolerance) {
  MatchingPursuit pursuit(kernel, targets);
  const double enough = tolerance * targets.norm();
  if (!pursuit.take_next()) return {{0}, Matrix::Zero(1, targets.cols())};  // all coordinates are equal
  while (pursuit.rest() > enough && pursuit.take_next()) {
  }
  return pursuit.result();
}

FittedExtension fit_sparse_rkhs(const ExtensionProblem& problem, const SparseRkhsOptions& options,
                                ThreadPool& threads) {
  require_samples(problem, kSparseRkhsName, 2);
  const lapack::SerialBlas serial;
  const Matrix& coordinates = problem.embedding->coordinates;
  const Eigen::RowVectorXd mean = coordinates.colwise().mean();
  const Matrix centered = coordinates.rowwise() - mean;
  const double scale =
      choose_kernel(problem.samples, centered, {options.width.kernel_width, {}}, leave_one_out_error, threads)
          .scale;
  Indices rows(problem.samples.rows());
  std::iota(rows.begin(), rows.end(), Index{0});
  Matrix kernel = squared_distances(problem.samples, rows, threads);
  to_kernel(kernel.data(), kernel.size(), kernel_exponent(scale));
  SparseCombination combination = pursue(kernel, centered, options.sparse_rkhs_tolerance);
  const Matrix centers = problem.samples(combination.centers, Eigen::all);
  FittedExtension fitted{std::make_shared<KernelMapExtension>(
      kSparseRkhsName, kernel_map(centers, std::move(combination.coefficients), scale, mean))};
  fitted.diagnostics.interpolation_error = interpolation_error(*fitted.extension, problem, threads);
  return fitted;
}

}  // namespace

template <>
FieldTable<SparseRkhsOptions> field_table<SparseRkhsOptions>() {
  FieldTable<SparseRkhsOptions> table = {
      field("sparse_rkhs_tolerance", &SparseRkhsOptions::sparse_rkhs_tolerance, between(0, 1),
            "root mean square error of the coordinates, relative to their spread, at which no more centers "
            "are added; larger keeps fewer centers")};
  append_fields(table, &SparseRkhsOptions::width);
  return table;
}

ExtensionMethod sparse_rkhs_method() {
  return {.name = kSparseRkhsName,
          .class_name = "SparseKernelExtension",
          .summary = "a combination of few kernel functions, found by matching pursuit",
          .knobs = knobs_of<SparseRkhsOptions>(),
          .fit =
              [](const ExtensionProblem& problem, const OptionTexts& knobs, ThreadPool& threads) {
                return fit_sparse_rkhs(problem, read_options<SparseRkhsOptions>(knobs), threads);
              },
          .load = [](const NamedArrays& arrays) -> std::shared_ptr<const Extension> {
            return std::make_shared<KernelMapExtension>(kSparseRkhsName, loaded_kernel_map(arrays));
          }};
}

}  // namespace sosi
