// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/conjugate_gradients.hpp"

#include <algorithm>

namespace sosi {

namespace {

constexpr int kMostSteps = 2000;

}  // namespace

// The iteration for some columns at once. A column that has nothing left to do stays as it is.
struct ConjugateGradients::Steps {
  const ConjugateGradients& system;
  Block solution;
  Block residual;
  Block direction;
  Numbers weight;  // of the residual, measured by the preconditioner
  Numbers energy = Numbers::Zero();

  Steps(const ConjugateGradients& of, const Block& sides)
      : system(of), solution(Block::Zero(sides.rows(), kTogether)), residual(sides) {
    direction = system.precondition(residual);
    weight = residual.cwiseProduct(direction).colwise().sum().array();
  }

  /// What the energies grew by.
  Numbers take() {
    const Block image = system.times(direction);
    const Numbers curvature = direction.cwiseProduct(image).colwise().sum().array();
    const Numbers length = (curvature > 0.0).select(weight / curvature, 0.0);
    solution.noalias() += direction * length.matrix().asDiagonal();
    residual.noalias() -= image * length.matrix().asDiagonal();
    const Numbers grown = length * weight;
    energy += grown;
    const Block preconditioned = system.precondition(residual);
    const Numbers now = residual.cwiseProduct(preconditioned).colwise().sum().array();
    const Numbers share = (weight > 0.0).select(now / weight, 0.0);
    direction = preconditioned + direction * share.matrix().asDiagonal();
    weight = now;
    return grown;
  }
};

ConjugateGradients::ConjugateGradients(const SparseMatrix& matrix)
    : matrix_(matrix), lower_(matrix.triangularView<Eigen::StrictlyLower>()), pivots_(matrix.diagonal()) {
  factorize();
}

// Row by row: u_ik = a_ik - sum over j of u_ij l_kj, l_ik = u_ik / d_k, d_i = a_ii - sum over k of l_ik u_ik,
// where A has an entry.
void ConjugateGradients::factorize() {
  constexpr double kLeastPivot = 1e-12;  // of the diagonal; exact arithmetic never gets there
  const Index n = matrix_.rows();
  Vector row = Vector::Zero(n);
  for (Index i = 0; i < n; ++i) {
    for (SparseMatrix::InnerIterator entry(lower_, i); entry; ++entry) row(entry.col()) = entry.value();
    const double diagonal = pivots_(i);
    for (SparseMatrix::InnerIterator entry(lower_, i); entry; ++entry) {
      const Index k = entry.col();
      double u = row(k);
      for (SparseMatrix::InnerIterator other(lower_, k); other; ++other)
        u -= row(other.col()) * other.value();
      row(k) = u;
      entry.valueRef() = u / pivots_(k);
      pivots_(i) -= u * u / pivots_(k);
    }
    pivots_(i) = std::max(pivots_(i), kLeastPivot * diagonal);
    for (SparseMatrix::InnerIterator entry(lower_, i); entry; ++entry) row(entry.col()) = 0.0;
  }
}

ConjugateGradients::Block ConjugateGradients::times(const Block& x) const {
  Block product(x.rows(), kTogether);
  for (Index i = 0; i < x.rows(); ++i) {
    Numbers sum = Numbers::Zero();
    for (SparseMatrix::InnerIterator entry(matrix_, i); entry; ++entry) {
      sum += entry.value() * x.row(entry.col()).array();
    }
    product.row(i) = sum;
  }
  return product;
}

ConjugateGradients::Block ConjugateGradients::precondition(const Block& x) const {
  Block y = x;
  for (Index i = 0; i < y.rows(); ++i) {
    Numbers sum = y.row(i);
    for (SparseMatrix::InnerIterator entry(lower_, i); entry; ++entry) {
      sum -= entry.value() * y.row(entry.col()).array();
    }
    y.row(i) = sum;
  }
  for (Index i = 0; i < y.rows(); ++i) y.row(i) /= pivots_(i);
  for (Index i = y.rows() - 1; i >= 0; --i) {
    const Numbers solved = y.row(i);
    for (SparseMatrix::InnerIterator entry(lower_, i); entry; ++entry) {
      y.row(entry.col()).array() -= entry.value() * solved;
    }
  }
  return y;
}

std::optional<Matrix> ConjugateGradients::solve(const Matrix& sides) const {
  constexpr double kReached = 1e-20;  // of the residual's square
  Matrix solution(sides.rows(), sides.cols());
  for (Index first = 0; first < sides.cols(); first += kTogether) {
    const Index n = std::min(kTogether, sides.cols() - first);
    Block some = Block::Zero(sides.rows(), kTogether);
    some.leftCols(n) = sides.middleCols(first, n);
    Steps steps(*this, some);
    const Numbers wanted = kReached * steps.weight;
    for (int step = 0; (steps.weight > wanted).any(); ++step) {
      if (step == kMostSteps) return std::nullopt;
      steps.take();
    }
    solution.middleCols(first, n) = steps.solution.leftCols(n);
  }
  return solution;
}

// The energies grow from step to step towards b^T A^-1 b (Hestenes and Stiefel); what a few steps have added
// bounds, but for slow convergence, what is missing.
Vector ConjugateGradients::energies(const Matrix& sides) const {
  constexpr double kNegligible = 1e-6;
  constexpr int kFewSteps = 5;
  Vector energies(sides.cols());
  for (Index first = 0; first < sides.cols(); first += kTogether) {
    const Index n = std::min(kTogether, sides.cols() - first);
    Block some = Block::Zero(sides.rows(), kTogether);
    some.leftCols(n) = sides.middleCols(first, n);
    Steps steps(*this, some);
    Numbers before = Numbers::Constant(-1.0);
    for (int step = 0; step < kMostSteps; ++step) {
      if (step % kFewSteps == 0) {
        if ((steps.energy - before <= kNegligible * steps.energy).all()) break;
        before = steps.energy;
      }
      steps.take();
    }
    energies.segment(first, n) = steps.energy.matrix().transpose().head(n);
  }
  return energies;
}

}  // namespace sosi
