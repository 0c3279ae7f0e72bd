// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/sample_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "model/class_manifolds.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/data/samples.hpp"

namespace sosi {

namespace {

// Calls visit(first row, normalized rows) for some rows at a time: no copy of all of them is made.
void visit_normalized(const Model& model, const MatrixView& samples,
                      const std::function<void(Index first, const Matrix& block)>& visit) {
  constexpr Index kRowsPerBlock = 4096;
  check_samples(samples);
  for (Index first = 0; first < samples.rows(); first += kRowsPerBlock) {
    Matrix block = samples.middleRows(first, std::min(kRowsPerBlock, samples.rows() - first));
    model.normalization().apply(block);
    visit(first, block);
  }
}

void check_shape(const Model& model, const MatrixView& samples, std::span<const int> classes) {
  if (samples.cols() != model.n_features() || samples.rows() != std::ssize(classes)) {
    throw InvalidInput(std::to_string(samples.rows()) + " samples of " + std::to_string(samples.cols()) +
                       " features with " + std::to_string(classes.size()) + " classes: must have " +
                       std::to_string(model.n_features()) + " features and a class each");
  }
  for (const int of_class : classes) {
    if (of_class < 0 || of_class >= std::ssize(model.classes())) {
      throw InvalidInput("class " + std::to_string(of_class) + ": must be one of the " +
                         std::to_string(model.classes().size()) + " classes, counted from 0");
    }
  }
}

}  // namespace

Matrix gradient_norms(const Model& model, const MatrixView& samples, const Execution& execution) {
  const RbfMap& map = model.rbf_map();
  ThreadPool threads(execution.n_threads, execution.stop);
  Matrix norms(samples.rows(), map.n_components());
  visit_normalized(model, samples, [&](Index first, const Matrix& block) {
    norms.middleRows(first, block.rows()) = map.gradient_norms(block, threads);
  });
  return norms;
}

Vector manifold_distances(const Model& model, const MatrixView& samples, std::span<const int> classes,
                          const Execution& execution) {
  constexpr Index kRowsPerItem = 16;
  check_shape(model, samples, classes);
  const ClassManifolds manifolds(model);
  ThreadPool threads(execution.n_threads, execution.stop);
  Vector distances(samples.rows());
  visit_normalized(model, samples, [&](Index first, const Matrix& block) {
    threads.for_each((block.rows() + kRowsPerItem - 1) / kRowsPerItem, [&](std::size_t item) {
      const Index begin = static_cast<Index>(item) * kRowsPerItem;
      for (Index i = begin; i < std::min(begin + kRowsPerItem, block.rows()); ++i) {
        distances(first + i) = manifolds.distance(
            {block.row(i).data(), static_cast<std::size_t>(block.cols())}, classes[first + i]);
      }
    });
  });
  return distances;
}

// Moving x by r moves f(x) by at most L r, and so changes its distance to any point by at most L r. The
// nearest class stays the nearest while d_1 + L r < d_2 - L r.
Vector safe_radii(const Model& model, const MatrixView& class_squared_distances) {
  const double lipschitz = model.rbf_map().lipschitz_bounds().norm();
  Vector radii(class_squared_distances.rows());
  for (Index i = 0; i < radii.size(); ++i) {
    double nearest = std::numeric_limits<double>::infinity();
    double second = nearest;
    for (const double squared : class_squared_distances.row(i)) {
      second = std::min(second, std::max(nearest, squared));
      nearest = std::min(nearest, squared);
    }
    radii(i) = (std::sqrt(second) - std::sqrt(nearest)) / (2.0 * lipschitz);
  }
  return radii;
}

SampleGeometry sample_geometry(const Model& model, const MatrixView& samples, std::span<const int> classes,
                               const Execution& execution) {
  return {manifold_distances(model, samples, classes, execution),
          gradient_norms(model, samples, execution).rowwise().norm(),
          safe_radii(model, model.class_squared_distances(samples, execution))};
}

}  // namespace sosi
