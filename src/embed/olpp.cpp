// SPDX-License-Identifier: BSD-3-Clause
#include "embed/linear_embedding.hpp"
#include "embed/locality_preserving.hpp"
#include "embed/methods.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

// Aim: directions w_1, w_2, … that each minimize w^T A w / w^T B w among those orthogonal to the ones before.
// Formula: with B = C C^T and v = C^T w, the ordinary problem of H = C^-1 A C^-T among the v orthogonal to
// C^-1 w_1, C^-1 w_2, …. Trick: with g the newest of these, orthonormalized, (I - g g^T) H (I - g g^T) + c g
// g^T has the eigenpairs of the restricted problem, and g at the far end of the spectrum.
class OrthogonalDirections {
 public:
  explicit OrthogonalDirections(LinearProblem problem)
      : factor_(std::move(problem.constraint)), reduced_(std::move(problem.objective)) {
    if (!lapack::cholesky(lapack::block_of(factor_))) {
      throw NumericalError("the denominator of the linear embedding is not positive definite");
    }
    for (int side = 0; side < 2; ++side) {
      lapack::solve_right_transposed(lapack::block_of(factor_), lapack::block_of(reduced_));
      reduced_.transposeInPlace();
    }
    bound_ = 2.0 * reduced_.cwiseAbs().rowwise().sum().maxCoeff();
    if (!(bound_ > 0.0)) bound_ = 1.0;
  }

  EigenPairs first(Index count) {
    EigenPairs found{Vector(count), Matrix(factor_.rows(), count)};
    for (Index k = 0; k < count; ++k) {
      const EigenPairs pair = lapack::symmetric_eigenpairs(reduced_, 0, 1);
      Vector direction = pair.vectors.col(0);
      factor_.triangularView<Eigen::Lower>().transpose().solveInPlace(direction);
      found.values(k) = pair.values(0);
      found.vectors.col(k) = direction.normalized();
      if (k + 1 < count) exclude(found.vectors.col(k));
    }
    return found;
  }

 private:
  void exclude(Vector normal) {
    factor_.triangularView<Eigen::Lower>().solveInPlace(normal);
    for (int pass = 0; pass < 2; ++pass) {  // once more against rounding
      for (const Vector& before : excluded_) normal -= before.dot(normal) * before;
      normal.normalize();
    }
    const Vector image = reduced_ * normal;
    const double square = normal.dot(image);
    reduced_ += (square + bound_) * normal * normal.transpose() - normal * image.transpose() -
                image * normal.transpose();
    excluded_.push_back(normal);
  }

  Matrix factor_;   // C, in the lower triangle
  Matrix reduced_;  // H, restricted
  double bound_;    // above all eigenvalues
  std::vector<Vector> excluded_;
};

Embedding embed_olpp(const EmbeddingProblem& problem, const LocalityOptions& options) {
  const SampleRange range = sample_range(problem);
  OrthogonalDirections directions(locality_problem(problem, range, options));
  return linear_embedding(range, directions.first(problem.n_components));
}

}  // namespace

EmbeddingMethod olpp_method() {
  return {.name = "olpp",
          .class_name = "OrthogonalLaplacianfaces",
          .summary = "orthogonal Laplacianfaces: lpp by directions at right angles",
          .knobs = knobs_of<LocalityOptions>(),
          .search_rank = {},
          .embed =
              [](const EmbeddingProblem& problem, const OptionTexts& knobs) {
                return embed_olpp(problem, read_options<LocalityOptions>(knobs));
              },
          .numbers = locality_numbers};
}

}  // namespace sosi
