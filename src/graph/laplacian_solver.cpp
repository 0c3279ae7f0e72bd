// SPDX-License-Identifier: BSD-3-Clause
#include "graph/laplacian_solver.hpp"

#include <Eigen/SparseCholesky>

#include "linalg/conjugate_gradients.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

class Factor : public Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> {
 public:
  /// After the pattern was analyzed.
  double work() const { return m_nonZerosPerCol.cast<double>().squaredNorm() / 2.0; }
};

class DirectSolver final : public LaplacianSolver {
 public:
  DirectSolver(std::unique_ptr<Factor> factor, const Eigen::SparseMatrix<double>& laplacian)
      : factor_(std::move(factor)) {
    factor_->factorize(laplacian);
    if (factor_->info() != Eigen::Success) {
      throw NumericalError("neighbor graph: the system cannot be solved in double precision");
    }
  }

  Matrix solve(const Matrix& sides) const override { return factor_->solve(Eigen::MatrixXd(sides)); }

  // With P A P^T = L D L^T, the square of D^-1/2 L^-1 P b.
  Vector energies(const Matrix& sides) const override {
    Eigen::MatrixXd solved = factor_->permutationP() * sides;
    factor_->matrixL().solveInPlace(solved);
    return (solved.array().square().colwise() / factor_->vectorD().array()).colwise().sum();
  }

  double accuracy() const override { return 1e-10; }

 private:
  std::unique_ptr<Factor> factor_;
};

// Where parts of the graph hardly hang together, conjugate gradients do not get there: then the factor is
// made after all, whatever it costs.
class IterativeSolver final : public LaplacianSolver {
 public:
  explicit IterativeSolver(const SparseMatrix& laplacian) : laplacian_(laplacian), gradients_(laplacian) {}

  // One more column, whose solution is known, tells how good the others are.
  Matrix solve(const Matrix& sides) const override {
    constexpr double kGood = 1e-6;
    Matrix with_known(sides.rows(), sides.cols() + 1);
    with_known << sides, laplacian_ * Vector::Ones(sides.rows());
    const std::optional<Matrix> solution = gradients_.solve(with_known);
    const Index known = sides.cols();
    if (solution && (solution->col(known).array() - 1.0).abs().maxCoeff() < kGood) {
      return solution->leftCols(known);
    }
    auto factor = std::make_unique<Factor>();
    const Eigen::SparseMatrix<double> by_columns = laplacian_;
    factor->analyzePattern(by_columns);
    return DirectSolver(std::move(factor), by_columns).solve(sides);
  }

  Vector energies(const Matrix& sides) const override { return gradients_.energies(sides); }

  double accuracy() const override { return 1e-5; }

 private:
  SparseMatrix laplacian_;
  ConjugateGradients gradients_;
};

}  // namespace

std::unique_ptr<LaplacianSolver> make_laplacian_solver(const SparseMatrix& laplacian, double most_work) {
  const Eigen::SparseMatrix<double> by_columns = laplacian;
  auto factor = std::make_unique<Factor>();
  factor->analyzePattern(by_columns);
  if (factor->work() > most_work) return std::make_unique<IterativeSolver>(laplacian);
  return std::make_unique<DirectSolver>(std::move(factor), by_columns);
}

}  // namespace sosi
