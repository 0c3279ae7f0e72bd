// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <string>

#include "extend/kernel_map.hpp"
#include "extend/loaded_arrays.hpp"
#include "extend/methods.hpp"
#include "extend/ridge_regression.hpp"
#include "extend/shared_options.hpp"
#include "extend/sparse_grid.hpp"
#include "linalg/dot.hpp"
#include "linalg/eigenproblem.hpp"
#include "linalg/lapack.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

constexpr const char* kSparseGridName = "sparse-grid";
constexpr int kMostDimensions = 10;
constexpr int kHighestLevel = 10;
constexpr double kMostFunctions = 5000.0;

struct SparseGridOptions {
  int sparse_grid_dimensions = 10;
  int sparse_grid_level = 3;
  RidgeOptions ridge;
};

// The principal components of the samples, moved and scaled into the unit cube.
struct Cube {
  Vector mean;
  Matrix directions;  // one per row
  Vector low;
  Vector extent;

  Eigen::RowVectorXd at(const Eigen::Ref<const Eigen::RowVectorXd>& sample) const {
    const Eigen::RowVectorXd centered = sample - mean.transpose();
    Eigen::RowVectorXd point(directions.rows());
    for (Index j = 0; j < directions.rows(); ++j) {
      point(j) = (dot(centered.data(), directions.row(j).data(), directions.cols()) - low(j)) / extent(j);
    }
    return point;
  }
};

// Unit vectors along which the samples spread most, from the smaller of both Gram matrices; fewer where the
// samples span fewer dimensions.
Matrix principal_directions(const Matrix& centered, Index count) {
  const bool is_wide = centered.cols() >= centered.rows();
  const Index n = std::min(centered.rows(), centered.cols());
  count = std::min(count, n);
  Matrix gram = is_wide ? Matrix(centered * centered.transpose()) : Matrix(centered.transpose() * centered);
  lapack::EigenPairs pairs = lapack::symmetric_eigenpairs(std::move(gram), n - count, count);
  fix_signs(pairs.vectors);
  constexpr double kLeast = 1e-12;  // of the largest
  Index rank = 0;
  while (rank < count && pairs.values(count - 1 - rank) > kLeast * pairs.values(count - 1)) ++rank;
  if (rank == 0) throw InvalidInput("all samples are equal: at least two distinct ones are needed");
  const Matrix vectors = pairs.vectors.rightCols(rank).rowwise().reverse();
  if (!is_wide) return vectors.transpose();
  Matrix directions = vectors.transpose() * centered;
  directions.rowwise().normalize();
  return directions;
}

Cube cube_around(const MatrixView& samples, Index n_dimensions) {
  Cube cube;
  cube.mean = samples.colwise().mean().transpose();
  const Matrix centered = samples.rowwise() - cube.mean.transpose();
  cube.directions = principal_directions(centered, n_dimensions);
  const Matrix scores = centered * cube.directions.transpose();
  cube.low = scores.colwise().minCoeff().transpose();
  cube.extent = scores.colwise().maxCoeff().transpose() - cube.low;
  return cube;
}

class SparseGridExtension : public FeatureExtension {
 public:
  SparseGridExtension(Cube cube, SparseGrid grid, AffineMap map)
      : FeatureExtension(cube.mean.size(), std::move(map)),
        cube_(std::move(cube)),
        grid_(std::move(grid)),
        constant_(this->map().offset - this->map().mean.transpose() * this->map().weights) {}

  std::string_view method() const override { return kSparseGridName; }

  NamedArrays arrays() const override {
    NamedArrays all = {{"center", cube_.mean.transpose()},
                       {"directions", cube_.directions},
                       {"low", cube_.low.transpose()},
                       {"extent", cube_.extent.transpose()},
                       {"level", Matrix::Constant(1, 1, grid_.level())}};
    for (auto& one : FeatureExtension::arrays()) all.push_back(std::move(one));
    return all;
  }

 private:
  Eigen::RowVectorXd coordinates_at(const Eigen::Ref<const Eigen::RowVectorXd>& sample) const override {
    Eigen::RowVectorXd found = constant_;
    for (const SparseGrid::Entry& entry : grid_.at(cube_.at(sample))) {
      found += entry.value * map().weights.row(entry.function);
    }
    return found;
  }

  Cube cube_;
  SparseGrid grid_;
  Eigen::RowVectorXd constant_;
};

FittedExtension fit_sparse_grid(const ExtensionProblem& problem, const SparseGridOptions& options,
                                ThreadPool& threads) {
  require_samples(problem, kSparseGridName, 2);
  const double count = SparseGrid::count(options.sparse_grid_dimensions, options.sparse_grid_level);
  if (count > kMostFunctions) {
    throw InvalidInput("sparse_grid_level = " + std::to_string(options.sparse_grid_level) + ": makes " +
                       OptionText<double>::format(count) + " functions in " +
                       std::to_string(options.sparse_grid_dimensions) + " dimensions, must be at most " +
                       OptionText<double>::format(kMostFunctions));
  }
  const lapack::SerialBlas serial;
  Cube cube = cube_around(problem.samples, options.sparse_grid_dimensions);
  SparseGrid grid(static_cast<int>(cube.directions.rows()), options.sparse_grid_level);
  Matrix features = Matrix::Zero(problem.samples.rows(), grid.size());
  for (Index i = 0; i < features.rows(); ++i) {
    for (const SparseGrid::Entry& entry : grid.at(cube.at(problem.samples.row(i)))) {
      features(i, entry.function) = entry.value;
    }
  }
  AffineMap map = ridge_regression(features, problem.embedding->coordinates, options.ridge.regression_ridge);
  FittedExtension fitted{
      std::make_shared<SparseGridExtension>(std::move(cube), std::move(grid), std::move(map))};
  fitted.diagnostics.interpolation_error = interpolation_error(*fitted.extension, problem, threads);
  return fitted;
}

std::shared_ptr<const Extension> load_sparse_grid(const NamedArrays& arrays) {
  AffineMap map = loaded_affine_map(arrays);
  const Matrix& directions = shaped_array(arrays, "directions");
  const Index q = directions.rows();
  Cube cube{shaped_array(arrays, "center", {1, directions.cols()}).row(0).transpose(), directions,
            shaped_array(arrays, "low", {1, q}).row(0).transpose(),
            shaped_array(arrays, "extent", {1, q}).row(0).transpose()};
  const double level = number_above(arrays, "level", 0.0);
  if (q < 1 || q > kMostDimensions || level > kHighestLevel || level != std::floor(level) ||
      !(cube.extent.array() > 0.0).all() ||
      SparseGrid::count(static_cast<int>(q), static_cast<int>(level)) !=
          static_cast<double>(map.weights.rows())) {
    throw InvalidInput("the arrays of the sparse grid do not fit each other");
  }
  return std::make_shared<SparseGridExtension>(
      std::move(cube), SparseGrid(static_cast<int>(q), static_cast<int>(level)), std::move(map));
}

}  // namespace

template <>
FieldTable<SparseGridOptions> field_table<SparseGridOptions>() {
  FieldTable<SparseGridOptions> table = {
      field("sparse_grid_dimensions", &SparseGridOptions::sparse_grid_dimensions, between(1, kMostDimensions),
            "number of principal components that a sparse grid covers; larger loses less of the samples and "
            "needs more functions"),
      field("sparse_grid_level", &SparseGridOptions::sparse_grid_level, between(1, kHighestLevel),
            "level of a sparse grid; larger resolves finer detail, and doubles the number of functions and "
            "more")};
  append_fields(table, &SparseGridOptions::ridge);
  return table;
}

ExtensionMethod sparse_grid_method() {
  return {.name = kSparseGridName,
          .class_name = "SparseGridExtension",
          .summary = "piecewise linear regression on a sparse grid of few principal components",
          .knobs = knobs_of<SparseGridOptions>(),
          .fit =
              [](const ExtensionProblem& problem, const OptionTexts& knobs, ThreadPool& threads) {
                return fit_sparse_grid(problem, read_options<SparseGridOptions>(knobs), threads);
              },
          .load = load_sparse_grid};
}

}  // namespace sosi
