// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>

#include "sosi/core/matrix.hpp"
#include "sosi/core/parallel.hpp"

namespace sosi {

/// How trustworthy the kernel systems behind a map are.
struct KernelDiagnostics {
  int n_shifts = 0;                  ///< systems that needed more than the ridge on the diagonal
  double largest_shift = 0.0;        ///< the largest of these shifts; the smallest power of two that worked
  double condition = 0.0;            ///< the largest estimated condition number
  double interpolation_error = 0.0;  ///< max |f(a_l) - y_l| / max |y|, measured

  void include(const KernelDiagnostics& other);
};

/// A map at some samples.
struct MapValues {
  Matrix values;             ///< f, one row per sample
  Vector squared_distances;  ///< to the nearest sample that the map was built on
};

/// f^k(x) = sum over l of c_l^k exp(-||x - a_l||² / (s^k)²): the map from samples to the embedding.
/// Immutable; copies share their content.
class RbfMap {
 public:
  /// Centers are the named rows of `samples`; `coefficients` has a row per center, a column per dimension.
  RbfMap(const MatrixView& samples, std::span<const Index> centers, Matrix coefficients, Vector scales);

  Index n_features() const;
  Index n_centers() const;
  Index n_components() const;
  const Matrix& coefficients() const;
  const Vector& scales() const;
  /// A copy of the centers, one a row.
  Matrix centers() const;
  /// Copies one of them; allocates nothing.
  void copy_center(Index center, std::span<double> to) const;
  /// Whether a center is equal to the sample, number by number; allocates nothing.
  bool is_center(Index center, std::span<const double> sample) const;

  /// f of every row. The bits of a row's result depend on that row alone: not on its neighbors in the batch,
  /// nor on the number of threads.
  Matrix evaluate(const MatrixView& samples, ThreadPool& threads) const;

  /// f of every row, and how far the row is from the centers.
  MapValues evaluate_with_distances(const MatrixView& samples, ThreadPool& threads) const;

  /// f of one sample, into `values`, and its squared distance to the nearest center, with the bits that
  /// `evaluate` and `evaluate_with_distances` give; allocates nothing.
  double evaluate_one(std::span<const double> sample, std::span<double> values) const;

  /// The gradients of f^1 … f^d at one sample, one a row.
  Matrix gradient(const Eigen::Ref<const Eigen::RowVectorXd>& sample) const;

  /// The lengths of these gradients, a row per sample and a column per dimension. Takes d times as long as
  /// `evaluate`; bits as there.
  Matrix gradient_norms(const MatrixView& samples, ThreadPool& threads) const;

  /// What no gradient of f^1 … f^d is longer than, anywhere: their Lipschitz constants are at most these, and
  /// that of f the root of the sum of their squares.
  Vector lipschitz_bounds() const;

 private:
  void check_features(Index n) const;

  struct Content;
  std::shared_ptr<const Content> content_;
};

/// A map together with how well its systems could be solved.
struct RbfFit {
  RbfMap map;
  KernelDiagnostics diagnostics;
};

/// The map with f(x_i) = y_i for every row of samples and targets (`ridge` 0), or the kernel ridge regression
/// (`ridge` > 0). One absolute scale per column of the targets. Equal samples make it singular.
RbfFit fit_rbf(const MatrixView& samples, const MatrixView& targets, const Vector& scales, double ridge,
               ThreadPool& threads);

}  // namespace sosi
