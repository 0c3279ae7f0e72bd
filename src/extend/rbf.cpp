// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/extend/rbf.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "extend/loaded_arrays.hpp"
#include "extend/methods.hpp"
#include "extend/width_choice.hpp"
#include "graph/row_distances.hpp"
#include "linalg/lapack.hpp"
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

Distinct merge_equal(const MatrixView& samples, const MatrixView& coordinates) {
  const Indices first = first_equal_rows(samples);
  Distinct distinct;
  Indices position(first.size());
  for (Index i = 0; i < std::ssize(first); ++i) {
    if (first[i] != i) continue;
    position[i] = std::ssize(distinct.rows);
    distinct.rows.push_back(i);
  }
  distinct.coordinates = Matrix::Zero(std::ssize(distinct.rows), coordinates.cols());
  Vector n_equal = Vector::Zero(std::ssize(distinct.rows));
  for (Index i = 0; i < std::ssize(first); ++i) {
    const Index at = position[first[i]];
    n_equal(at) += 1.0;
    distinct.coordinates.row(at) += (coordinates.row(i) - distinct.coordinates.row(at)) / n_equal(at);
  }
  return distinct;
}

void check(const MatrixView& samples, const MatrixView& coordinates, const ScaleOptions& options) {
  validate(options);
  check_valued(samples, samples, coordinates);
  check_samples(samples);
  check_samples(coordinates);
  const ScaleRule rule = options.scale.rule;
  if (rule == ScaleRule::regularizer || rule == ScaleRule::ratio) {
    throw InvalidInput("scale = " + OptionText<ScaleRule>::format(rule) +
                       ": needs classes; without them it must be auto, loo or numbers");
  }
}

Vector choose(const MatrixView& samples, const Distinct& distinct, const ScaleOptions& options,
              ThreadPool& threads) {
  const Indices positions = spread_rows(std::ssize(distinct.rows), kScaleSamples);
  Indices rows;
  for (const Index at : positions) rows.push_back(distinct.rows[at]);
  const Matrix distances = squared_distances(samples, rows, threads);
  const DistanceMedians medians = median_distances(distances);
  if (!std::isnormal(medians.squared_distance)) {
    throw InvalidInput("the samples are too close together for double precision; rescale them");
  }
  const Matrix centers = samples(rows, Eigen::all);
  const Matrix targets = distinct.coordinates(positions, Eigen::all);
  const std::vector<int> one_class(rows.size(), 0);
  return choose_scales({&centers, &distances, &targets, one_class}, medians.distance, options, threads)
      .scales;
}

}  // namespace

RbfExtensionFit extend_by_rbf(const MatrixView& samples, const MatrixView& coordinates,
                              const ScaleOptions& options, ThreadPool& threads) {
  check(samples, coordinates, options);
  const lapack::SerialBlas serial;
  const Distinct distinct = merge_equal(samples, coordinates);
  const Index n_duplicates = samples.rows() - std::ssize(distinct.rows);
  if (distinct.rows.size() < 2)
    throw InvalidInput("all samples are equal: at least two distinct ones are needed");
  Vector scales = choose(samples, distinct, options, threads);
  const Matrix merged = n_duplicates > 0 ? Matrix(samples(distinct.rows, Eigen::all)) : Matrix();
  const MatrixView centers = n_duplicates > 0 ? MatrixView(merged) : samples;
  RbfFit fitted = fit_rbf(centers, distinct.coordinates, scales, options.ridge, threads);
  // More samples than the rule has seen lie closer together and make the system worse.
  for (int i = 0; options.scale.rule == ScaleRule::automatic && fitted.diagnostics.n_shifts > 0; ++i) {
    if (i == kMostShrinks) break;
    scales *= kShrink;
    fitted = fit_rbf(centers, distinct.coordinates, scales, options.ridge, threads);
  }
  return {std::move(fitted.map), fitted.diagnostics, n_duplicates};
}

NamedArrays RbfExtension::arrays() const {
  return {{"centers", map_.centers()},
          {"coefficients", map_.coefficients()},
          {"scales", map_.scales().transpose()}};
}

namespace {

std::shared_ptr<const Extension> load(const NamedArrays& arrays) {
  const Matrix& centers = shaped_array(arrays, "centers");
  const Matrix& coefficients = shaped_array(arrays, "coefficients", {centers.rows(), -1});
  const Vector scales = shaped_array(arrays, "scales", {1, coefficients.cols()}).row(0).transpose();
  Indices rows(centers.rows());
  std::iota(rows.begin(), rows.end(), Index{0});
  return std::make_shared<RbfExtension>(RbfMap(centers, rows, coefficients, scales));
}

// Of `ScaleOptions`, those that do not look at classes.
std::vector<Knob> knobs_without_classes() {
  std::vector<Knob> knobs = knobs_of<ScaleOptions>();
  std::erase_if(knobs, [](const Knob& knob) {
    return knob.name != "scale" && knob.name != "ridge" && knob.name != "scale_groups";
  });
  return knobs;
}

}  // namespace

ExtensionMethod rbf_method() {
  return {.name = kRbfExtension,
          .class_name = "RBFExtension",
          .summary = "the RBF map of the labeled samples alone",
          .knobs = knobs_without_classes(),
          .fit =
              [](const ExtensionProblem& problem, const OptionTexts& knobs, ThreadPool& threads) {
                RbfExtensionFit fitted = extend_by_rbf(problem.samples, problem.embedding->coordinates,
                                                       read_options<ScaleOptions>(knobs), threads);
                return FittedExtension{std::make_shared<RbfExtension>(std::move(fitted.map)),
                                       fitted.diagnostics, fitted.n_duplicates};
              },
          .load = load};
}

}  // namespace sosi
