// SPDX-License-Identifier: BSD-3-Clause
// More labels than the dense eigensolver takes: the iterative one through `embed_labeled` and `fit`.
#include <gtest/gtest.h>

#include <Eigen/SparseCholesky>

#include "linalg/eigenproblem.hpp"
#include "problems.hpp"
#include "sosi/fit/study.hpp"
#include "sosi/graph/class_graphs.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace many_labels_test {

constexpr int kClasses = 5;
constexpr Index kPerClass = 430;
constexpr int kLabeledPerClass = 410;
constexpr Index kLabeled = kClasses * kLabeledPerClass;
static_assert(kLabeled > kDenseEigenLimit);
constexpr double kFisherEpsilon = 1e-3;  // the defaults
constexpr double kBetweenWeight = 0.01;

const testing::Curves& curves() {
  static const testing::Curves made = testing::make_curves(kClasses, kPerClass, 12, 31);
  return made;
}

FitOptions options_of(const std::string& method) {
  FitOptions options;
  options.embedding = method;
  options.rounds = 2;
  options.scale = *OptionText<ScaleChoice>::parse("0.4");
  return options;
}

// The eigenproblem A z = lambda B z that a method promises to solve, from the labeled samples.
struct Eigenproblem {
  explicit Eigenproblem(const std::string& method) {
    ThreadPool threads(2);
    const Indices rows = labeled_rows(testing::partly_labeled(curves(), kLabeledPerClass).labels.values);
    std::vector<int> classes;
    for (const Index row : rows) classes.push_back(curves().classes[row]);
    const ClassGraphs graphs = class_graphs(squared_distances(curves().samples, rows, threads), classes, {});
    const SparseMatrix within = graph_laplacian(graphs.within);
    const SparseMatrix between = graph_laplacian(graphs.between);
    const Vector degree = degrees(graphs.within);
    const Vector ridge = Vector::Constant(kLabeled, kFisherEpsilon * degree.mean());
    if (method == "fisher") {
      a = between;
      b = within + SparseMatrix(ridge.asDiagonal());
    } else {
      a = within - kBetweenWeight * between;
      b = SparseMatrix(degree.asDiagonal());
    }
  }

  // How many eigenvalues are above a number: as many as A - number B has positive ones (Sylvester).
  Index n_above(double number) const {
    const Eigen::SparseMatrix<double> shifted = a - number * b;
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors(shifted);
    EXPECT_EQ(factors.info(), Eigen::Success);
    return (factors.vectorD().array() > 0.0).count();
  }

  SparseMatrix a;
  SparseMatrix b;
};

class ManyLabels : public ::testing::TestWithParam<std::string> {};

TEST_P(ManyLabels, AreEmbeddedByTheWantedEigenvectors) {
  const Eigenproblem problem(GetParam());
  const Matrix z = embed_labeled(testing::partly_labeled(curves(), kLabeledPerClass), options_of(GetParam()));
  ASSERT_EQ(z.rows(), kLabeled);
  ASSERT_EQ(z.cols(), kClasses - 1);
  const Matrix b_z = problem.b * z;
  EXPECT_LT((z.transpose() * b_z - Matrix::Identity(z.cols(), z.cols())).cwiseAbs().maxCoeff(), 1e-9);
  const Matrix a_z = problem.a * z;
  const Vector values = (z.transpose() * a_z).diagonal();
  const double scale = values.cwiseAbs().maxCoeff() * b_z.cwiseAbs().maxCoeff();
  EXPECT_LT((a_z - b_z * values.asDiagonal()).cwiseAbs().maxCoeff(), 1e-8 * scale);
  // None was passed over: beyond the last one lie the others alone, and for the Laplacian the constant.
  const double margin = 1e-6 * values.cwiseAbs().maxCoeff();
  if (GetParam() == "fisher") {
    EXPECT_EQ(problem.n_above(values.minCoeff() - margin), z.cols());
  } else {
    const Index n_constant = values.maxCoeff() + margin > 0.0 ? 1 : 0;
    EXPECT_EQ(kLabeled - problem.n_above(values.maxCoeff() + margin), z.cols() + n_constant);
    EXPECT_LT((problem.b * z).colwise().sum().cwiseAbs().maxCoeff(), 1e-8);
  }
}

TEST_P(ManyLabels, AreFitted) {
  const TrainingSet training = testing::partly_labeled(curves(), kLabeledPerClass);
  const FitOptions options = options_of(GetParam());
  const FitResult result = fit(training, options);
  EXPECT_EQ(result.model.embedding(), embed_labeled(training, options));
  EXPECT_EQ(result.report.rounds.back().n_centers, kClasses * kPerClass);
  EXPECT_LT(result.model.diagnostics().kernel.interpolation_error, 1e-6);
  // All samples are centers: the map leaves them where the last round put them, far more right than by
  // chance.
  EXPECT_EQ(result.model.predict(training.samples).classes, result.prediction.classes);
  int n_wrong = 0;
  for (std::size_t i = 0; i < curves().classes.size(); ++i)
    n_wrong += result.prediction.classes[i] != curves().classes[i] ? 1 : 0;
  EXPECT_LE(n_wrong, kClasses * (kPerClass - kLabeledPerClass) / 4);
}

INSTANTIATE_TEST_SUITE_P(By, ManyLabels, ::testing::Values("laplacian", "fisher"),
                         [](const auto& method) { return method.param; });

}  // namespace many_labels_test
}  // namespace sosi
