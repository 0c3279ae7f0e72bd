// SPDX-License-Identifier: BSD-3-Clause
#include "extend/kernel_map.hpp"

#include <numeric>
#include <string>

#include "extend/loaded_arrays.hpp"
#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

Indices all_rows(Index n) {
  Indices rows(n);
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

}  // namespace

MapValues KernelMap::evaluate(const MatrixView& samples, ThreadPool& threads) const {
  MapValues found = map.evaluate_with_distances(samples, threads);
  found.values.rowwise() += offset;
  return found;
}

double KernelMap::evaluate_one(std::span<const double> sample, std::span<double> values) const {
  const double squared_distance = map.evaluate_one(sample, values);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] += offset(static_cast<Index>(k));
  return squared_distance;
}

NamedArrays KernelMap::arrays() const {
  return {{"centers", map.centers()},
          {"coefficients", map.coefficients()},
          {"offset", offset},
          {"scale", Matrix::Constant(1, 1, map.scales()(0))}};
}

KernelMap kernel_map(const MatrixView& centers, Matrix coefficients, double scale,
                     Eigen::RowVectorXd offset) {
  const Vector scales = Vector::Constant(coefficients.cols(), scale);
  return {RbfMap(centers, all_rows(centers.rows()), std::move(coefficients), scales), std::move(offset)};
}

KernelMap loaded_kernel_map(const NamedArrays& arrays) {
  const Matrix& centers = shaped_array(arrays, "centers");
  const Matrix& coefficients = shaped_array(arrays, "coefficients", {centers.rows(), -1});
  const Matrix& offset = shaped_array(arrays, "offset", {1, coefficients.cols()});
  if (centers.size() == 0 || coefficients.size() == 0) throw InvalidInput("array 'centers' is empty");
  return kernel_map(centers, coefficients, number_above(arrays, "scale", 0.0), offset.row(0));
}

double interpolation_error(const Extension& extension, const ExtensionProblem& problem, ThreadPool& threads) {
  const Matrix& targets = problem.embedding->coordinates;
  const double largest = targets.cwiseAbs().maxCoeff();
  const Matrix found = extension.evaluate(problem.samples, threads).values;
  return (found - targets).cwiseAbs().maxCoeff() / (largest > 0.0 ? largest : 1.0);
}

void require_samples(const ExtensionProblem& problem, std::string_view method, Index least) {
  if (problem.samples.rows() < least) {
    throw InvalidInput("extension = " + std::string(method) + ": needs at least " + std::to_string(least) +
                       " samples, not " + std::to_string(problem.samples.rows()));
  }
}

}  // namespace sosi
