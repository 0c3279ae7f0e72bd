// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/laplacian_rls.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "dense_oracle.hpp"
#include "graph/neighbor_graph.hpp"
#include "problems.hpp"
#include "sosi/evaluate/methods.hpp"

namespace sosi {
namespace laplacian_rls_test {

// Three curves with a few labels each, and a neighbor graph.
struct Problem {
  explicit Problem(int labeled_per_class) {
    const testing::Curves curves = testing::make_curves(3, 30, 6, 11);
    training = testing::partly_labeled(curves, labeled_per_class);
    ThreadPool threads(1);
    const NeighborLists lists = nearest_neighbors(training.samples, 5, threads);
    weights = neighbor_graph(lists, 5, local_heat(lists, 5));
  }

  GivenLabels given() const { return gather_labels(training.samples.rows(), training.labels.values); }

  LaplacianRlsResult classify(const LaplacianRlsOptions& options) const {
    ThreadPool threads(2);
    return classify_by_laplacian_rls(training.samples, given(), weights, options, threads);
  }

  // K alpha with (J K + gamma_A l I + gamma_I l/N² L K) alpha = Y.
  Matrix solve_densely(std::span<const int> labels, double scale, double ambient, double intrinsic,
                       double n_labels) const {
    const Index n = training.samples.rows();
    Matrix kernel(n, n);
    Matrix targets = Matrix::Zero(n, 3);
    Matrix labeled = Matrix::Zero(n, n);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        kernel(i, j) =
            std::exp(-(training.samples.row(i) - training.samples.row(j)).squaredNorm() / (scale * scale));
      }
      if (labels[i] == kUnlabeled) continue;
      targets(i, labels[i]) = 1.0;
      labeled(i, i) = 1.0;
    }
    const Matrix dense = weights;
    const Vector degree = dense.rowwise().sum();
    const Matrix laplacian = (Matrix(degree.asDiagonal()) - dense) / degree.mean();
    const double size = static_cast<double>(n);
    const Matrix system = labeled * kernel + ambient * n_labels * Matrix::Identity(n, n) +
                          intrinsic * n_labels / (size * size) * laplacian * kernel;
    return kernel * testing::solved(system, targets);
  }

  TrainingSet training;
  SparseMatrix weights;
};

TEST(LaplacianRls, SolvesTheSystemOfTheDefinition) {
  const Problem problem(3);
  for (const double width : {0.2, 1.0}) {
    for (const double intrinsic : {0.0, 0.5, 200.0}) {
      SCOPED_TRACE(intrinsic);
      const LaplacianRlsResult result = problem.classify({width, 1e-3, intrinsic});
      const Matrix expected =
          problem.solve_densely(problem.training.labels.values, result.scale, 1e-3, intrinsic, 9.0);
      EXPECT_EQ(result.intrinsic, intrinsic);
      EXPECT_LT((result.values - expected).cwiseAbs().maxCoeff(), 1e-8);
      EXPECT_EQ(result.n_held_out, 0);
    }
  }
}

TEST(LaplacianRls, CountsTheErrorsOfLabelsThatAreLeftOut) {
  const Problem problem(4);
  const LaplacianRlsResult result = problem.classify({});
  EXPECT_EQ(result.n_held_out, 12);
  Index n_errors = 0;
  const GivenLabels given = problem.given();
  for (const Index row : given.rows) {
    std::vector<int> fewer = problem.training.labels.values;
    fewer[row] = kUnlabeled;
    const Matrix values = problem.solve_densely(fewer, result.scale, result.ambient, result.intrinsic, 12.0);
    if (most_probable(values, row) != problem.training.labels.values[row]) ++n_errors;
  }
  EXPECT_EQ(result.n_errors, n_errors);
}

TEST(LaplacianRls, KeepsWhatIsGivenAndNeedsNoSecondLabel) {
  const Problem one_each(1);
  const LaplacianRlsResult result = one_each.classify({});
  EXPECT_EQ(result.n_held_out, 0);
  EXPECT_GT(result.intrinsic, 0.0);
  const Problem more(3);
  EXPECT_EQ(more.classify({{}, 1e-2, {}}).ambient, 1e-2);
  EXPECT_EQ(more.classify({{}, {}, 3.0}).intrinsic, 3.0);
}

TEST(LaplacianRls, RefusesOneClassAndTooLittleMemory) {
  Problem problem(3);
  for (int& label : problem.training.labels.values) label = std::min(label, 0);
  EXPECT_THROW(problem.classify({}), InvalidInput);
  Execution execution;
  execution.max_memory = laplacian_rls_bytes(problem.training.samples.rows()) - 1;
  EXPECT_THROW(methods().named("lap-rls").label(Problem(3).training, {}, execution), MemoryRefused);
  execution.max_memory = *execution.max_memory + 1;
  EXPECT_NO_THROW(methods().named("lap-rls").label(Problem(3).training, {}, execution));
}

}  // namespace laplacian_rls_test
}  // namespace sosi
