// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <vector>

#include "embed/class_objectives.hpp"
#include "embed/graph_embedding.hpp"
#include "embed/methods.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

struct NsseOptions {
  double nsse_coefficient_weight = 1e-4;
  double nsse_scale_weight = 0.01;
  LaplacianWeight weight;
  GraphOptions graph;
};

SparseMatrix mean_normalized(const SparseMatrix& weights) {
  const double mean = degrees(weights).mean();
  return graph_laplacian(weights) / (mean > 0.0 ? mean : 1.0);
}

// Aim: the embedding Y and the scale s that minimize
//   tr(Y^T L Y) + a tr(Y^T Psi^-2 Y) + b d (med/s)²   subject to Y^T Y = I, 1^T Y = 0,
// with L = L_w - mu L_b, both divided by their mean degrees, and Psi the Gaussian kernel matrix of scale s,
// so that Psi^-1 Y are the coefficients of the RBF map through Y. Formula: for a scale the best Y are the
// smallest eigenvectors of A = L + a Psi^-2 among vectors of sum 0. Trick: Psi may be singular in doubles.
// With L + c I positive definite, which moves eigenvalues by c,
//   (A + c I)^-1 = Psi (Psi (L + c I) Psi + a I)^-1 Psi,
// which inverts a matrix whose eigenvalues are at least a; with u = (A + c I)^-1 1, the largest eigenvectors
// of (A + c I)^-1 - u u^T / 1^T u are those wanted.
class SmoothEmbedding {
 public:
  SmoothEmbedding(const EmbeddingProblem& problem, const NsseOptions& options)
      : problem_(problem), options_(options), unit_(median_distances(problem.squared_distances).distance) {
    const ClassGraphs graphs = class_graphs_of(problem, options.graph);
    const SparseMatrix between = mean_normalized(graphs.between);
    const double largest = 2.0 * between.diagonal().maxCoeff();  // bounds the eigenvalues (Gershgorin)
    shift_ = 1.0 + options.weight.between_weight * largest;
    SparseMatrix identity(between.rows(), between.cols());
    identity.setIdentity();
    form_ = mean_normalized(graphs.within) - options.weight.between_weight * between + shift_ * identity;
  }

  // The least of a logarithmic grid, moved to the lowest point of the parabola through it and the scales
  // beside it.
  Embedding best() const {
    constexpr int kScales = 12;
    constexpr double kSmallest = 0.1;
    constexpr double kLargest = 6.0;
    const double step = std::log(kLargest / kSmallest) / (kScales - 1);
    std::vector<Candidate> found;
    for (int i = 0; i < kScales; ++i) found.push_back(at(unit_ * kSmallest * std::exp(step * i)));
    const auto least = std::ranges::min_element(found, {}, &Candidate::objective);
    Candidate chosen = *least;
    if (least != found.begin() && least + 1 != found.end()) {
      const double before = (least - 1)->objective - least->objective;
      const double after = (least + 1)->objective - least->objective;
      if (before + after > 0.0) {
        Candidate moved = at(least->scale * std::exp(0.5 * step * (before - after) / (before + after)));
        if (moved.objective < chosen.objective) chosen = std::move(moved);
      }
    }
    Embedding embedding = embedding_of(std::move(chosen.pairs));
    embedding.scale = chosen.scale;
    return embedding;
  }

 private:
  struct Candidate {
    double scale;
    double objective;
    EigenPairs pairs;
  };

  Candidate at(double scale) const {
    Matrix kernel = (-problem_.squared_distances.array() / (scale * scale)).exp();
    Matrix system = kernel * Matrix(form_ * kernel);
    system.diagonal().array() += options_.nsse_coefficient_weight;
    if (!lapack::cholesky(lapack::block_of(system))) {
      throw NumericalError("nsse_coefficient_weight: too small for a system that can be solved in doubles");
    }
    lapack::solve_right_transposed(lapack::block_of(system), lapack::block_of(kernel));
    system.setZero();
    system.selfadjointView<Eigen::Lower>().rankUpdate(kernel);
    system.triangularView<Eigen::StrictlyUpper>() = system.transpose();
    const Vector sums = system.rowwise().sum();
    system -= sums * sums.transpose() / sums.sum();
    EigenPairs pairs = largest_symmetric(std::move(system), {problem_.n_components});
    pairs.values = pairs.values.cwiseInverse().array() - shift_;
    const double width = scale / unit_;
    const double objective = pairs.values.sum() + options_.nsse_scale_weight *
                                                      static_cast<double>(problem_.n_components) /
                                                      (width * width);
    return {scale, objective, std::move(pairs)};
  }

  const EmbeddingProblem& problem_;
  NsseOptions options_;
  double unit_;  // the median distance
  double shift_ = 0.0;
  SparseMatrix form_;  // L + c I
};

}  // namespace

template <>
FieldTable<NsseOptions> field_table<NsseOptions>() {
  FieldTable<NsseOptions> table = {
      field("nsse_coefficient_weight", &NsseOptions::nsse_coefficient_weight, above(0),
            "weight of the squared coefficients of the RBF map in the nsse embedding; larger makes the map "
            "smoother"),
      field(
          "nsse_scale_weight", &NsseOptions::nsse_scale_weight, at_least(0),
          "weight of the inverse squared scale of the RBF map in the nsse embedding; larger makes the scale "
          "larger")};
  append_fields(table, &NsseOptions::weight);
  append_fields(table, &NsseOptions::graph);
  return table;
}

EmbeddingMethod nsse_method() {
  return {.name = "nsse",
          .class_name = "SmoothSupervisedEmbedding",
          .summary = "nonlinear supervised smooth embedding: coordinates and RBF scale found together",
          .knobs = knobs_of<NsseOptions>(),
          .search_rank = {},
          .embed =
              [](const EmbeddingProblem& problem, const OptionTexts& knobs) {
                return SmoothEmbedding(problem, read_options<NsseOptions>(knobs)).best();
              },
          // Kernel, system, a product and a copy; the eigenvectors of every scale.
          .numbers =
              [](const EmbeddingSize& size, const OptionTexts& knobs) {
                const auto n = static_cast<double>(size.n_labeled);
                return 4.0 * n * n + 13.0 * n * static_cast<double>(size.n_components) +
                       6.0 * n_edges(size.n_labeled, read_options<GraphOptions>(knobs));
              }};
}

}  // namespace sosi
