// SPDX-License-Identifier: BSD-3-Clause
#include "extend/gradient_criteria.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

#include "extend/class_intervals.hpp"
#include "kernel/gaussian_sum.hpp"
#include "linalg/dot.hpp"
#include "linalg/product.hpp"
#include "linalg/vectorized.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Index kSamplesPerItem = 4;
constexpr Index kScalesAtOnce = 8;  // whose weights, for all dimensions, are the rows of one product

[[gnu::always_inline]] inline void multiply(const double* a, const double* b, Index n, double* product) {
  for (Index l = 0; l < n; ++l) product[l] = a[l] * b[l];
}

// The neighbors of a labeled sample, class by class: those of class p end at position `ends[p]`.
struct Neighbors {
  Indices rows;
  Indices ends;
};

std::vector<Neighbors> class_neighbors(const ScaleProblem& problem, int n_classes, int n_neighbors) {
  const Matrix& squared_distances = *problem.squared_distances;
  const auto n_labeled = static_cast<Index>(problem.classes.size());
  std::vector<Indices> members(n_classes);
  for (Index i = 0; i < n_labeled; ++i) members[problem.classes[i]].push_back(i);
  std::vector<Neighbors> all(n_labeled);
  for (Index i = 0; i < n_labeled; ++i) {
    for (const Indices& of_class : members) {
      Indices apart;  // coincident samples have no direction
      std::ranges::copy_if(of_class, std::back_inserter(apart),
                           [&](Index j) { return squared_distances(i, j) > 0.0; });
      std::ranges::copy(nearest_rows(squared_distances, i, std::move(apart), n_neighbors),
                        std::back_inserter(all[i].rows));
      all[i].ends.push_back(std::ssize(all[i].rows));
    }
  }
  return all;
}

// I^k as masks: entry (k, p) of matrix m is 1 where the intervals of classes m and p on axis k do not touch.
std::vector<Matrix> separable_pairs(const ScaleProblem& problem, int n_classes) {
  const Index d = problem.targets->cols();
  const ClassIntervals intervals(*problem.targets, problem.classes, n_classes);
  std::vector<Matrix> pairs(n_classes, Matrix::Zero(d, n_classes));
  for (int m = 0; m < n_classes; ++m) {
    for (int p = 0; p < n_classes; ++p) {
      for (Index k = 0; k < d; ++k) {
        if (intervals.gap(k, m, p) > 0.0) pairs[m](k, p) = 1.0;
      }
    }
  }
  return pairs;
}

// The centers in coordinates that keep all inner products of their differences.
struct Coordinates {
  Matrix values;
  bool are_lower;  // zeros right of the diagonal
};

// Gradients and directions live in the span of the centers' differences: with X^T = Q R the rows of R^T have
// the same inner products as those of X, in no more dimensions than there are centers, and the half of their
// square part is zeros. Which form is cheaper is counted. The inner products alone would do as well, by
// |grad|² = w^T (X X^T) w, but take as many operations as the triangle and cancel where the weights are large
// and of both signs: errors of 1e-13 instead of 1e-15 on COIL-20. Centering keeps that small.
Coordinates coordinates_of(const MatrixView& centers, double n_products) {
  constexpr double kFactorizationCost = 14.0;  // of an operation, by one thread and without wide instructions
  Matrix centered = centers.rowwise() - centers.colwise().mean();
  const auto n = static_cast<double>(centers.rows());
  const auto features = static_cast<double>(centers.cols());
  const double rank = std::min(n, features);
  const double factorization = 2.0 * rank * rank * (std::max(n, features) - rank / 3.0);
  const double saved = n_products * (2.0 * n * features - (2.0 * n - rank) * rank);
  if (saved < kFactorizationCost * factorization) return {std::move(centered), false};
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(centered.transpose());
  const Eigen::MatrixXd upper =
      qr.matrixQR().topRows(static_cast<Index>(rank)).triangularView<Eigen::Upper>();
  return {upper.transpose(), true};
}

// Everything about the criteria that does not depend on the scale, and the terms of their sums.
class GradientCriteria {
 public:
  GradientCriteria(const ScaleProblem& problem, int n_neighbors, std::span<const ScaleSolution> solutions)
      : problem_(problem),
        solutions_(solutions),
        n_classes_(*std::ranges::max_element(problem.classes) + 1),
        neighbors_(class_neighbors(problem, n_classes_, n_neighbors)),
        separable_(separable_pairs(problem, n_classes_)),
        gradient_(problem.classes.size(), std::ssize(solutions) * problem.targets->cols()),
        separation_(gradient_.rows(), gradient_.cols()) {
    Coordinates coordinates = coordinates_of(*problem.centers, static_cast<double>(gradient_.size()));
    const lapack::Block block = lapack::block_of(coordinates.values);
    coordinates.are_lower ? packed_.set_lower(block) : packed_.set(block);
    coordinates_ = std::move(coordinates.values);
  }

  std::vector<GradientTotals> totals(ThreadPool& threads) {
    const Index n_labeled = gradient_.rows();
    threads.for_each((n_labeled + kSamplesPerItem - 1) / kSamplesPerItem, [&](std::size_t item) {
      const Index first = static_cast<Index>(item) * kSamplesPerItem;
      Workspace workspace;
      for (Index i = first; i < std::min(first + kSamplesPerItem, n_labeled); ++i) add_sample(i, workspace);
    });
    const Index d = problem_.targets->cols();
    Vector gradient = gradient_.colwise().sum();
    Vector separation = separation_.colwise().sum();
    const Eigen::Array<bool, Eigen::Dynamic, 1> lost =
        !gradient.array().isFinite() || !separation.array().isFinite();
    separation = lost.select(0.0, separation).eval();
    gradient = lost.select(kInfinity, gradient).eval();
    std::vector<GradientTotals> result;
    for (Index s = 0; s < std::ssize(solutions_); ++s)
      result.push_back({gradient.segment(s * d, d), separation.segment(s * d, d)});
    return result;
  }

 private:
  // A row for each dimension of several scales.
  struct Workspace {
    Matrix weights;     // of the centers in the gradient
    Matrix gradients;   // in the packed coordinates
    Matrix along;       // their products with the directions to the neighbors
    Matrix directions;  // one a row
    RightFactor packed_directions;
  };

  void add_sample(Index i, Workspace& work) {
    const Indices& rows = neighbors_[i].rows;
    work.directions = coordinates_(rows, Eigen::all).rowwise() - coordinates_.row(i);
    for (Index j = 0; j < std::ssize(rows); ++j)
      work.directions.row(j) /= std::sqrt((*problem_.squared_distances)(i, rows[j]));
    work.packed_directions.set_transposed(lapack::block_of(work.directions));
    for (Index first = 0; first < std::ssize(solutions_); first += kScalesAtOnce) {
      const Index count = std::min(kScalesAtOnce, std::ssize(solutions_) - first);
      set_weights(i, solutions_.subspan(first, count), work);
      const Index n_rows = work.weights.rows();
      work.gradients.setZero(n_rows, coordinates_.cols());
      add_product(lapack::block_of(work.weights), packed_, lapack::block_of(work.gradients));
      work.along.setZero(n_rows, work.directions.rows());
      add_product(lapack::block_of(work.gradients), work.packed_directions, lapack::block_of(work.along));
      for (Index row = 0; row < n_rows; ++row) set_terms(i, first, row, work);
    }
  }

  // grad f(x_i) = 2/s² sum over l of c_l phi_il (a_l - x_i). x_i is a center itself: its weight is minus the
  // sum of the others', never its own, beside which those vanish at small scales.
  void set_weights(Index i, std::span<const ScaleSolution> solutions, Workspace& work) const {
    const Index d = problem_.targets->cols();
    work.weights.resize(std::ssize(solutions) * d, coordinates_.rows());
    for (Index s = 0; s < std::ssize(solutions); ++s) {
      const double exponent = kernel_exponent(solutions[s].scale);
      Eigen::RowVectorXd kernel = problem_.squared_distances->row(i);
      to_kernel(kernel.data(), kernel.size(), exponent);
      kernel *= -2.0 * exponent;
      kernel(i) = 0.0;
      for (Index k = 0; k < d; ++k) {
        const double* coefficients = solutions[s].coefficients.row(k).data();
        double* weights = work.weights.row(s * d + k).data();
        Vectorized<multiply>::run(coefficients, kernel.data(), kernel.size(), weights);
        weights[i] = -dot(coefficients, kernel.data(), kernel.size());
      }
    }
  }

  // The terms of sample i in G = sum of |grad f(x_i)| / m_i and in D = sum over separable (m, p), i in m, of
  // [mean over N_p(x_i) of the directional derivatives] / m_i, where m_i is their mean over N(x_i).
  void set_terms(Index i, Index first_solution, Index row, const Workspace& work) {
    const Index k = row % problem_.targets->cols();
    const Index term = first_solution * problem_.targets->cols() + row;
    const auto separable = separable_[problem_.classes[i]].row(k);
    const double* along = work.along.row(row).data();
    double sum = 0.0;
    double apart = 0.0;
    Index begin = 0;
    for (int p = 0; p < n_classes_; ++p) {
      const Index end = neighbors_[i].ends[p];
      double class_sum = 0.0;
      for (Index j = begin; j < end; ++j) class_sum += std::abs(along[j]);
      if (end > begin) apart += separable(p) * (class_sum / static_cast<double>(end - begin));
      sum += class_sum;
      begin = end;
    }
    const double mean = sum / static_cast<double>(begin);
    const double* gradient = work.gradients.row(row).data();
    const double norm = std::sqrt(dot(gradient, gradient, work.gradients.cols()));
    gradient_(i, term) = mean > 0.0 ? norm / mean : kInfinity;
    separation_(i, term) = mean > 0.0 ? apart / mean : 0.0;
  }

  const ScaleProblem& problem_;
  std::span<const ScaleSolution> solutions_;
  int n_classes_;
  std::vector<Neighbors> neighbors_;  // of each labeled sample
  std::vector<Matrix> separable_;
  Matrix coordinates_;  // of the centers
  RightFactor packed_;
  Matrix gradient_;  // terms of each labeled sample (row), for each dimension of each scale
  Matrix separation_;
};

}  // namespace

std::vector<GradientTotals> gradient_criteria(const ScaleProblem& problem, int n_neighbors,
                                              std::span<const ScaleSolution> solutions, ThreadPool& threads) {
  return GradientCriteria(problem, n_neighbors, solutions).totals(threads);
}

}  // namespace sosi
