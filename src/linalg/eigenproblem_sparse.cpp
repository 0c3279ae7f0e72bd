// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigenproblem_sparse.hpp"

#include <Spectra/MatOp/DenseSymMatProd.h>
#include <Spectra/MatOp/SparseCholesky.h>
#include <Spectra/MatOp/SparseSymMatProd.h>
#include <Spectra/SymEigsShiftSolver.h>
#include <Spectra/SymEigsSolver.h>
#include <Spectra/SymGEigsSolver.h>

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <string>

#include "sosi/core/errors.hpp"
#include "sosi/core/random.hpp"

namespace sosi {

namespace {

using ColumnSparse = Eigen::SparseMatrix<double>;

constexpr Index kMaxIterations = 2000;
constexpr double kTolerance = 1e-12;

Index lanczos_size(Index n, Index count) {
  return std::min(n, std::max<Index>(3 * count + 10, 40));
}

template <class Solver>
EigenPairs converged_pairs(Solver& solver, Index n, EigenRequest request, Spectra::SortRule order,
                           Spectra::SortRule wanted = Spectra::SortRule::LargestMagn) {
  Random random(request.seed);
  Vector start(n);
  for (double& value : start) value = random.normal();
  solver.init(start.data());
  solver.compute(wanted, kMaxIterations, kTolerance, order);
  if (solver.info() != Spectra::CompInfo::Successful) {
    throw NumericalError("the eigensolver did not converge to " + std::to_string(request.count) +
                         " eigenpairs");
  }
  return {solver.eigenvalues(), Matrix(solver.eigenvectors())};
}

// x -> P (S - sigma I)^-1 P x, P the projection that takes the constant vector out.
class ShiftedInverse {
 public:
  using Scalar = double;

  ShiftedInverse(const ColumnSparse& matrix, Vector constant)
      : matrix_(matrix), constant_(std::move(constant)) {}

  // A shift just below the spectrum makes the iteration fast: lower it until S - sigma I is positive
  // definite.
  double factor_below_spectrum(double first) {
    for (double shift = first; shift > -1e12; shift *= 4.0) {
      factor_.setShift(-shift);
      factor_.compute(matrix_);
      if (factor_.info() == Eigen::Success) return shift;
    }
    throw NumericalError("the matrix of the laplacian embedding is not bounded below");
  }

  Index rows() const { return matrix_.rows(); }
  Index cols() const { return matrix_.cols(); }
  void set_shift(const double& /*chosen by factor_below_spectrum*/) {}
  void perform_op(const double* in, double* out) const {
    Eigen::Map<Vector> result(out, rows());
    const Vector projected = without_constant(Eigen::Map<const Vector>(in, rows()));
    const Vector solved = factor_.solve(projected);
    result = without_constant(solved);
  }

 private:
  Vector without_constant(const VectorView& vector) const {
    return vector - constant_ * constant_.dot(vector);
  }

  ColumnSparse matrix_;
  Vector constant_;
  Eigen::SimplicialLLT<ColumnSparse> factor_;
};

}  // namespace

EigenPairs smallest_without_constant_sparse(const SparseMatrix& a, const Vector& diagonal,
                                            EigenRequest request) {
  const Vector root = diagonal.cwiseSqrt();
  const Vector inverse_root = root.cwiseInverse();
  ShiftedInverse operation(ColumnSparse(inverse_root.asDiagonal() * a * inverse_root.asDiagonal()),
                           root.normalized());
  const double shift = operation.factor_below_spectrum(request.shift);
  Spectra::SymEigsShiftSolver<ShiftedInverse> solver(operation, request.count,
                                                     lanczos_size(a.rows(), request.count), shift);
  EigenPairs pairs = converged_pairs(solver, a.rows(), request, Spectra::SortRule::SmallestAlge);
  pairs.vectors = Matrix(inverse_root.asDiagonal() * pairs.vectors);
  return pairs;
}

EigenPairs largest_generalized_sparse(const SparseMatrix& a, const SparseMatrix& b, EigenRequest request) {
  const ColumnSparse left(a);
  const ColumnSparse right(b);
  Spectra::SparseSymMatProd<double> product(left);
  Spectra::SparseCholesky<double> factor(right);
  if (factor.info() != Spectra::CompInfo::Successful) {
    throw NumericalError(
        "the within-class matrix of the fisher embedding is not positive definite; raise fisher_epsilon");
  }
  Spectra::SymGEigsSolver<Spectra::SparseSymMatProd<double>, Spectra::SparseCholesky<double>,
                          Spectra::GEigsMode::Cholesky>
      solver(product, factor, request.count, lanczos_size(a.rows(), request.count));
  return converged_pairs(solver, a.rows(), request, Spectra::SortRule::LargestAlge);
}

EigenPairs largest_symmetric_iterative(const Matrix& a, EigenRequest request) {
  using Product = Spectra::DenseSymMatProd<double, Eigen::Lower, Eigen::RowMajor>;
  Product product(a);
  Spectra::SymEigsSolver<Product> solver(product, request.count, lanczos_size(a.rows(), request.count));
  return converged_pairs(solver, a.rows(), request, Spectra::SortRule::LargestAlge,
                         Spectra::SortRule::LargestAlge);
}

}  // namespace sosi
