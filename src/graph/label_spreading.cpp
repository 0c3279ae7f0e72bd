// SPDX-License-Identifier: BSD-3-Clause
#include "graph/label_spreading.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sosi/graph/class_graphs.hpp"

namespace sosi {

template <>
FieldTable<LabelSpreadingOptions> field_table<LabelSpreadingOptions>() {
  constexpr Rule kBelowOne{0.0, 0.9999, true};
  return {
      field("spreading_alpha", &LabelSpreadingOptions::spreading_alpha, kBelowOne,
            "share of the neighbors in the value of a sample; larger spreads labels farther; auto: by "
            "leave-one-out"),
  };
}

namespace {

constexpr double kAlphas[] = {0.99, 0.999, 0.95, 0.9, 0.8, 0.5, 0.2};  // of equals the first is taken
constexpr Index kSidesTogether = 32;

// I - alpha S.
SparseMatrix spreading_matrix(const SparseMatrix& weights, double alpha) {
  const Vector roots = degrees(weights).cwiseSqrt();
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(weights.nonZeros() + weights.rows());
  for (Index i = 0; i < weights.rows(); ++i) {
    entries.emplace_back(i, i, 1.0);
    for (SparseMatrix::InnerIterator edge(weights, i); edge; ++edge) {
      entries.emplace_back(i, edge.col(), -alpha * (edge.value() / roots(i) / roots(edge.col())));
    }
  }
  SparseMatrix matrix(weights.rows(), weights.rows());
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

}  // namespace

SpreadingSystem::SpreadingSystem(const SparseMatrix& weights, const GivenLabels& given, double alpha)
    : given_(given), alpha_(alpha), solver_(make_laplacian_solver(spreading_matrix(weights, alpha))) {
  values_ = (1.0 - alpha) * solver_->solve(class_indicators(given));
}

// F is linear in the labels: without its own, the row of a label loses (1 - alpha) ((I - alpha S)^-1)_ii.
// What is left may be no more than the rounding of that difference; then nothing is.
Matrix SpreadingSystem::leave_one_out() const {
  const Index n_held_out = std::ssize(given_.held_out);
  Matrix predicted(n_held_out, values_.cols());
  for (Index first = 0; first < n_held_out; first += kSidesTogether) {
    const Index n = std::min(kSidesTogether, n_held_out - first);
    Matrix sides = Matrix::Zero(values_.rows(), n);
    for (Index i = 0; i < n; ++i) sides(given_.rows[given_.held_out[first + i]], i) = 1.0;
    const Vector own = (1.0 - alpha_) * solver_->energies(sides);
    for (Index i = 0; i < n; ++i) {
      const Index label = given_.held_out[first + i];
      Eigen::RowVectorXd others = values_.row(given_.rows[label]);
      double& same_class = others(given_.classes[label]);
      same_class = std::max(same_class - own(i), 0.0);
      const bool is_reached = others.sum() > solver_->accuracy() * own(i);
      predicted.row(first + i) =
          is_reached ? Eigen::RowVectorXd(others / others.sum()) : Eigen::RowVectorXd::Zero(others.size());
    }
  }
  return predicted;
}

SpreadingChoice choose_alpha(const SparseMatrix& weights, const GivenLabels& given,
                             const LabelSpreadingOptions& options, ThreadPool& threads) {
  validate(options);
  if (options.spreading_alpha) return {*options.spreading_alpha, 0, 0};
  if (given.held_out.empty()) return {kAlphas[0], 0, 0};
  std::vector<LabelScore> scores(std::size(kAlphas));
  threads.for_each(scores.size(), [&](std::size_t item) {
    scores[item] = score_of(SpreadingSystem(weights, given, kAlphas[item]).leave_one_out(), given);
  });
  const auto best = std::ranges::min_element(scores, is_better);
  return {kAlphas[best - scores.begin()], best->n_errors, std::ssize(given.held_out)};
}

}  // namespace sosi
