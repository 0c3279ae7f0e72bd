// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/extend/rbf_extension.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "linalg/lapack.hpp"
#include "graph/row_distances.hpp"
#include "sosi/core/errors.hpp"
#include "sosi/data/samples.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {

namespace {

constexpr Index kScaleSamples = 500;  // the criteria take the cube of this for every scale of the grid
constexpr double kShrink = 0.8;       // of scale = auto, while the system cannot be solved as it is
constexpr int kMostShrinks = 20;

// Distinct samples with a row of coordinates each.
struct Distinct {
  Indices rows;
  Matrix coordinates;
};

Distinct merge_equal(const EmbeddedSamples& embedded) {
  const Indices first = first_equal_rows(embedded.samples);
  Distinct distinct;
  Indices position(first.size());
  for (Index i = 0; i < std::ssize(first); ++i) {
    if (first[i] != i) continue;
    position[i] = std::ssize(distinct.rows);
    distinct.rows.push_back(i);
  }
  distinct.coordinates = Matrix::Zero(std::ssize(distinct.rows), embedded.coordinates.cols());
  Vector n_equal = Vector::Zero(std::ssize(distinct.rows));
  for (Index i = 0; i < std::ssize(first); ++i) {
    const Index at = position[first[i]];
    n_equal(at) += 1.0;
    distinct.coordinates.row(at) +=
        (embedded.coordinates.row(i) - distinct.coordinates.row(at)) / n_equal(at);
  }
  return distinct;
}

void check(const EmbeddedSamples& embedded, const ScaleOptions& options) {
  validate(options);
  check_valued(embedded.samples, embedded.samples, embedded.coordinates);
  check_samples(embedded.samples);
  check_samples(embedded.coordinates);
  const ScaleRule rule = options.scale.rule;
  if (rule == ScaleRule::regularizer || rule == ScaleRule::ratio) {
    throw InvalidInput("scale = " + OptionText<ScaleRule>::format(rule) +
                       ": looks at classes; here it must be auto, loo or numbers");
  }
}

// Every k-th of the distinct samples.
Indices samples_for_scale(Index n_distinct) {
  const Index n = std::min(n_distinct, kScaleSamples);
  Indices positions(n);
  for (Index i = 0; i < n; ++i) positions[i] = i * n_distinct / n;
  return positions;
}

Vector choose(const MatrixView& samples, const Distinct& distinct, const ScaleOptions& options,
              ThreadPool& threads) {
  const Indices positions = samples_for_scale(std::ssize(distinct.rows));
  Indices rows;
  for (const Index at : positions) rows.push_back(distinct.rows[at]);
  const Matrix distances = squared_distances(samples, rows, threads);
  const DistanceMedians medians = median_distances(distances);
  if (!std::isnormal(medians.squared_distance)) {
    throw InvalidInput("the samples lie too close together for double precision; rescale them");
  }
  const Matrix centers = samples(rows, Eigen::all);
  const Matrix targets = distinct.coordinates(positions, Eigen::all);
  const std::vector<int> one_class(rows.size(), 0);
  return choose_scales({centers, &distances, targets, one_class}, medians.distance, options, threads).scales;
}

}  // namespace

RbfExtension extend_by_rbf(const EmbeddedSamples& embedded, const ScaleOptions& options,
                           ThreadPool& threads) {
  check(embedded, options);
  const lapack::SerialBlas serial;
  const Distinct distinct = merge_equal(embedded);
  const Index n_duplicates = embedded.samples.rows() - std::ssize(distinct.rows);
  if (distinct.rows.size() < 2)
    throw InvalidInput("all samples are equal: at least two distinct ones are needed");
  Vector scales = choose(embedded.samples, distinct, options, threads);
  const Matrix merged = n_duplicates > 0 ? Matrix(embedded.samples(distinct.rows, Eigen::all)) : Matrix();
  const MatrixView samples = n_duplicates > 0 ? MatrixView(merged) : embedded.samples;
  RbfFit fitted = fit_rbf(samples, distinct.coordinates, scales, options.ridge, threads);
  // More samples than the rule has seen lie closer together and make the system worse.
  for (int i = 0; options.scale.rule == ScaleRule::automatic && fitted.diagnostics.n_shifts > 0; ++i) {
    if (i == kMostShrinks) break;
    scales *= kShrink;
    fitted = fit_rbf(samples, distinct.coordinates, scales, options.ridge, threads);
  }
  return {std::move(fitted.map), fitted.diagnostics, n_duplicates};
}

}  // namespace sosi
