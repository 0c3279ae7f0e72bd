// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>

#include "graph/laplacian_solver.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/core/sparse.hpp"

namespace sosi {

/// Weights may differ by hundreds of orders of magnitude, and parts of the graph that hang together far more
/// than they hang on a label would make L_uu singular in double precision. So every row loses this share of
/// its degree to no class at all: pivots are then positive, all sums of the elimination have terms of one
/// sign, and what is lost is lost by all classes alike, so that it cancels where rows are scaled to sum 1.
inline constexpr double kLeak = 1e-12;

/// The harmonic function of a graph whose value is given at the labeled rows: L_uu F = W_ul H, with H the
/// indicators of the classes.
class HarmonicSystem {
 public:
  /// `labels` holds a class for every row of the weights, or `kUnlabeled`.
  HarmonicSystem(const SparseMatrix& weights, std::span<const int> labels);

  /// A row for every row of the graph, a column for every class, sums 1; zero where no path leads to a label.
  Matrix probabilities() const;

  /// What the harmonic function would be at labeled rows, counted among these, if the own label of each were
  /// not given; a row for each. Zero where no path joins it to another label.
  Matrix leave_one_out(std::span<const Index> of_labeled) const;

 private:
  SparseMatrix laplacian() const;
  Vector flow_back(std::span<const Index> of_labeled) const;

  SparseMatrix weights_;
  std::span<const int> labels_;
  Vector degrees_;
  Indices labeled_;
  Indices unlabeled_;  // those that a path joins to a label: the rows of the system
  Indices position_;   // of a row in `unlabeled_`, else -1
  std::unique_ptr<LaplacianSolver> solver_;
  Matrix values_;  // of the function, at every row
};

}  // namespace sosi
