// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <optional>

#include "extend/kernel_map.hpp"
#include "extend/loaded_arrays.hpp"
#include "extend/methods.hpp"
#include "extend/reference_extension.hpp"
#include "graph/row_distances.hpp"
#include "linalg/lapack.hpp"

namespace sosi {

namespace {

constexpr const char* kLocalSimilarityName = "local-similarity";

struct LocalSimilarityOptions {
  std::optional<int> similarity_neighbors;
};

// A sample and its neighbors in the neighbors' principal components.
struct LocalComponents {
  Matrix neighbors;           // one per row, without their mean
  Eigen::RowVectorXd sample;  // beside the mean of the neighbors
};

// Formula: with the neighbors' differences from their mean as rows of X = E diag(sqrt(s)) V^T, the components
// are X V = E diag(sqrt(s)), and those of the sample are (x - mean) V. Trick: V is never made; E and s come
// from X X^T, which is small, and (x - mean) V = (x - mean) X^T E diag(1/sqrt(s)).
LocalComponents local_components(const Matrix& differences, const Eigen::RowVectorXd& sample, Index count) {
  const Index n = differences.rows();
  const auto [values, all_vectors] =
      lapack::symmetric_eigenpairs(differences * differences.transpose(), 0, n);
  constexpr double kLeast = 1e-12;  // of the largest
  Index rank = 0;
  while (rank < std::min(count, n) && values(n - 1 - rank) > kLeast * values(n - 1)) ++rank;
  const Matrix vectors = all_vectors.rightCols(rank);
  const Vector roots = values.tail(rank).cwiseSqrt();
  const Eigen::RowVectorXd products = sample * differences.transpose() * vectors;
  return {vectors * roots.asDiagonal(), products.cwiseQuotient(roots.transpose())};
}

class LocalSimilarityExtension : public ReferenceExtension {
 public:
  LocalSimilarityExtension(Matrix samples, Matrix coordinates, Index n_neighbors)
      : ReferenceExtension(std::move(samples), std::move(coordinates)), n_neighbors_(n_neighbors) {}

  std::string_view method() const override { return kLocalSimilarityName; }

  NamedArrays arrays() const override {
    return {{"samples", samples()},
            {"coordinates", coordinates()},
            {"neighbors", Matrix::Constant(1, 1, static_cast<double>(n_neighbors_))}};
  }

 private:
  // Aim: the similarity transform, a rotation or reflection A with a factor c, that carries the neighbors'
  // principal components P into their coordinates Y best: min ||c P A - Y||. Formula (Procrustes): with
  // P^T Y = U diag(s) W^T, A = U W^T and c = sum(s) / ||P||².
  Eigen::RowVectorXd coordinates_at(const Eigen::Ref<const Eigen::RowVectorXd>& sample,
                                    std::span<const double> squared_distances) const override {
    const std::vector<Neighbor> neighbors =
        nearest(squared_distances, std::min(n_neighbors_, std::ssize(squared_distances)));
    Indices rows;
    for (const Neighbor& neighbor : neighbors) rows.push_back(neighbor.second);
    Matrix differences = samples()(rows, Eigen::all);
    const Eigen::RowVectorXd mean = differences.colwise().mean();
    differences.rowwise() -= mean;
    Matrix targets = coordinates()(rows, Eigen::all);
    const Eigen::RowVectorXd center = targets.colwise().mean();
    targets.rowwise() -= center;
    const LocalComponents components = local_components(differences, sample - mean, n_components());
    if (components.sample.size() == 0) return center;  // all neighbors are equal
    const Matrix covariance = components.neighbors.transpose() * targets;
    const lapack::SingularValues svd = lapack::thin_svd(covariance);
    const double factor = svd.values.sum() / components.neighbors.squaredNorm();
    const Eigen::RowVectorXd rotated = components.sample * svd.left * svd.right_transposed;
    return center + factor * rotated;
  }

  Index n_neighbors_;
};

FittedExtension fit_local_similarity(const ExtensionProblem& problem, const LocalSimilarityOptions& options) {
  require_samples(problem, kLocalSimilarityName, 2);
  constexpr Index kFewest = 5;
  const Index automatic = std::max(kFewest, problem.embedding->coordinates.cols() + 1);
  const Index n = options.similarity_neighbors ? Index{*options.similarity_neighbors} : automatic;
  return {std::make_shared<LocalSimilarityExtension>(problem.samples, problem.embedding->coordinates,
                                                     std::min(n, problem.samples.rows()))};
}

std::shared_ptr<const Extension> load_local_similarity(const NamedArrays& arrays) {
  const Matrix& samples = shaped_array(arrays, "samples");
  const Matrix& coordinates = shaped_array(arrays, "coordinates", {samples.rows(), -1});
  const double n = number_above(arrays, "neighbors", 0.0);
  if (n != std::floor(n) || n > static_cast<double>(samples.rows())) {
    throw InvalidInput("array 'neighbors': must be a number of samples");
  }
  return std::make_shared<LocalSimilarityExtension>(samples, coordinates, static_cast<Index>(n));
}

}  // namespace

template <>
FieldTable<LocalSimilarityOptions> field_table<LocalSimilarityOptions>() {
  return {field("similarity_neighbors", &LocalSimilarityOptions::similarity_neighbors, at_least(2),
                "number of nearest labeled samples whose principal components are carried into the "
                "embedding; larger makes the map smoother; auto: one more than the embedding has dimensions, "
                "but at least 5")};
}

ExtensionMethod local_similarity_method() {
  return {.name = kLocalSimilarityName,
          .class_name = "LocalSimilarityExtension",
          .summary = "a similarity transform of the principal components of the nearest labeled samples",
          .knobs = knobs_of<LocalSimilarityOptions>(),
          .fit =
              [](const ExtensionProblem& problem, const OptionTexts& knobs, ThreadPool& /*threads*/) {
                return fit_local_similarity(problem, read_options<LocalSimilarityOptions>(knobs));
              },
          .load = load_local_similarity};
}

}  // namespace sosi
