// SPDX-License-Identifier: BSD-3-Clause
#include "graph/harmonic_system.hpp"

#include <algorithm>

#include "graph/graph_labels.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/data/labels.hpp"
#include "sosi/graph/class_graphs.hpp"

namespace sosi {

namespace {

constexpr Index kRowsTogether = 32;  // right-hand sides of one sweep

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
  solver_ = make_laplacian_solver(laplacian());
  const Matrix given = weights_ * values_;
  values_(unlabeled_, Eigen::all) = solver_->solve(given(unlabeled_, Eigen::all));
}

Matrix HarmonicSystem::probabilities() const {
  return with_unit_sums(values_);
}

SparseMatrix HarmonicSystem::laplacian() const {
  const auto n = static_cast<Index>(unlabeled_.size());
  std::vector<Eigen::Triplet<double>> entries;
  for (Index i = 0; i < n; ++i) {
    entries.emplace_back(i, i, (1.0 + kLeak) * degrees_(unlabeled_[i]));
    for (SparseMatrix::InnerIterator edge(weights_, unlabeled_[i]); edge; ++edge) {
      const Index j = position_[edge.col()];
      if (j >= 0) entries.emplace_back(i, j, -edge.value());
    }
  }
  SparseMatrix laplacian(n, n);
  laplacian.setFromTriplets(entries.begin(), entries.end());
  return laplacian;
}

// w_iu L_uu^-1 w_ui of labeled rows: what flows from its own label through unlabeled rows back to each.
Vector HarmonicSystem::flow_back(std::span<const Index> of_labeled) const {
  Vector back = Vector::Zero(std::ssize(of_labeled));
  if (unlabeled_.empty()) return back;
  for (Index first = 0; first < back.size(); first += kRowsTogether) {
    const Index n = std::min(kRowsTogether, back.size() - first);
    Matrix sides = Matrix::Zero(std::ssize(unlabeled_), n);
    for (Index i = 0; i < n; ++i) {
      for (SparseMatrix::InnerIterator edge(weights_, labeled_[of_labeled[first + i]]); edge; ++edge) {
        const Index j = position_[edge.col()];
        if (j >= 0) sides(j, i) = edge.value();
      }
    }
    back.segment(first, n) = solver_->energies(sides);
  }
  return back;
}

// Aim: for labeled row i, the harmonic function with i among the unlabeled rows.
// Formula: with S = L_ll - L_lu L_uu^-1 L_ul, the Laplacian that the labeled rows see of each other,
// it is sum over j != i of -S_ij H_j / S_ii.
// Trick: S H = L_ll H - W_lu F is known from F, so of S only the diagonal is needed: its entry is the degree
// less what flows back.
Matrix HarmonicSystem::leave_one_out(std::span<const Index> of_labeled) const {
  const Vector back = flow_back(of_labeled);
  constexpr double kRounding = 1e-10;
  const double nothing_left = solver_ != nullptr ? solver_->accuracy() : kRounding;  // of a degree
  Matrix predicted = Matrix::Zero(back.size(), values_.cols());
  for (Index i = 0; i < back.size(); ++i) {
    const Index row = labeled_[of_labeled[i]];
    Eigen::RowVectorXd others = Eigen::RowVectorXd::Zero(values_.cols());
    for (SparseMatrix::InnerIterator edge(weights_, row); edge; ++edge) {
      others += edge.value() * values_.row(edge.col());
    }
    others(labels_[row]) = std::max(others(labels_[row]) - back(i), 0.0);
    if (others.sum() > nothing_left * degrees_(row)) predicted.row(i) = others / others.sum();
  }
  return predicted;
}

}  // namespace sosi
