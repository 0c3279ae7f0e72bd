// SPDX-License-Identifier: BSD-3-Clause
#include "graph/harmonic_system.hpp"

#include <algorithm>

#include "sosi/core/errors.hpp"
#include "sosi/data/labels.hpp"
#include "sosi/graph/class_graphs.hpp"

namespace sosi {

namespace {

constexpr Index kRowsTogether = 32;     // right-hand sides of one sweep
constexpr double kNothingLeft = 1e-10;  // of a degree, what a subtraction cannot tell from 0

// Weights may differ by hundreds of orders of magnitude, and parts of the graph that hang together far more
// than they hang on a label would make L_uu singular in double precision. So every row loses this share of
// its degree to no class at all: pivots are then positive, all sums of the elimination have terms of one
// sign, and what is lost is lost by all classes alike, so that it cancels where rows are scaled to sum 1.
constexpr double kLeak = 1e-12;

// Rows that a path joins to a labeled row, these included.
std::vector<bool> reached_rows(const SparseMatrix& weights, const Indices& labeled) {
  std::vector<bool> reached(weights.rows(), false);
  for (const Index row : labeled) reached[row] = true;
  Indices front = labeled;
  while (!front.empty()) {
    const Index row = front.back();
    front.pop_back();
    for (SparseMatrix::InnerIterator edge(weights, row); edge; ++edge) {
      if (reached[edge.col()]) continue;
      reached[edge.col()] = true;
      front.push_back(edge.col());
    }
  }
  return reached;
}

}  // namespace

HarmonicSystem::HarmonicSystem(const SparseMatrix& weights, std::span<const int> labels)
    : weights_(weights), labels_(labels), degrees_(degrees(weights_)), position_(labels.size(), -1) {
  for (Index row = 0; row < weights_.rows(); ++row) {
    if (labels_[row] != kUnlabeled) labeled_.push_back(row);
  }
  const std::vector<bool> is_reached = reached_rows(weights_, labeled_);
  for (Index row = 0; row < weights_.rows(); ++row) {
    if (labels_[row] != kUnlabeled || !is_reached[row]) continue;
    position_[row] = std::ssize(unlabeled_);
    unlabeled_.push_back(row);
  }
  values_ = Matrix::Zero(weights_.rows(), *std::ranges::max_element(labels_) + 1);
  for (const Index row : labeled_) values_(row, labels_[row]) = 1.0;
  if (unlabeled_.empty()) return;
  factorize();
  const Matrix given = weights_ * values_;
  const Eigen::MatrixXd solution = factor_.solve(Eigen::MatrixXd(given(unlabeled_, Eigen::all)));
  values_(unlabeled_, Eigen::all) = solution;
}

Matrix HarmonicSystem::probabilities() const {
  Matrix normalized = values_;
  for (auto row : normalized.rowwise()) {
    const double sum = row.sum();
    if (sum > 0.0) row /= sum;
  }
  return normalized;
}

void HarmonicSystem::factorize() {
  const auto n = static_cast<Index>(unlabeled_.size());
  std::vector<Eigen::Triplet<double>> entries;
  for (Index i = 0; i < n; ++i) {
    entries.emplace_back(i, i, (1.0 + kLeak) * degrees_(unlabeled_[i]));
    for (SparseMatrix::InnerIterator edge(weights_, unlabeled_[i]); edge; ++edge) {
      const Index j = position_[edge.col()];
      if (j >= 0) entries.emplace_back(i, j, -edge.value());
    }
  }
  Eigen::SparseMatrix<double> laplacian(n, n);
  laplacian.setFromTriplets(entries.begin(), entries.end());
  factor_.compute(laplacian);
  if (factor_.info() != Eigen::Success) {
    throw NumericalError("harmonic: the system cannot be solved in double precision");
  }
}

// w_iu L_uu^-1 w_ui of every labeled row i: what flows from its own label through unlabeled rows back to it.
// With P L_uu P^T = L D L^T that is the square of D^-1/2 L^-1 P w_ui.
Vector HarmonicSystem::flow_back() const {
  Vector back = Vector::Zero(static_cast<Index>(labeled_.size()));
  if (unlabeled_.empty()) return back;
  const Vector pivots = factor_.vectorD();
  for (Index first = 0; first < back.size(); first += kRowsTogether) {
    const Index n = std::min(kRowsTogether, back.size() - first);
    Eigen::MatrixXd sides = Eigen::MatrixXd::Zero(pivots.size(), n);
    for (Index i = 0; i < n; ++i) {
      for (SparseMatrix::InnerIterator edge(weights_, labeled_[first + i]); edge; ++edge) {
        const Index j = position_[edge.col()];
        if (j >= 0) sides(factor_.permutationP().indices()(j), i) = edge.value();
      }
    }
    factor_.matrixL().solveInPlace(sides);
    back.segment(first, n) = (sides.array().square().colwise() / pivots.array()).colwise().sum();
  }
  return back;
}

// Aim: for labeled row i, the harmonic function with i among the unlabeled rows.
// Formula: with S = L_ll - L_lu L_uu^-1 L_ul, the Laplacian that the labeled rows see of each other,
// it is sum over j != i of -S_ij H_j / S_ii.
// Trick: S H = L_ll H - W_lu F is known from F, so of S only the diagonal is needed: its entry is the degree
// less what flows back.
Matrix HarmonicSystem::leave_one_out() const {
  const Vector back = flow_back();
  const Matrix flow = weights_ * values_;
  Matrix predicted = Matrix::Zero(back.size(), values_.cols());
  for (Index i = 0; i < back.size(); ++i) {
    const Index row = labeled_[i];
    Eigen::RowVectorXd others = flow.row(row);
    others(labels_[row]) = std::max(others(labels_[row]) - back(i), 0.0);
    if (others.sum() > kNothingLeft * degrees_(row)) predicted.row(i) = others / others.sum();
  }
  return predicted;
}

}  // namespace sosi
