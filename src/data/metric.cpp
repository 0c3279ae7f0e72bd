// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/data/metric.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "linalg/dot.hpp"
#include "linalg/lapack.hpp"
#include "linalg/ledoit_wolf.hpp"

namespace sosi {

namespace {

// Multiplies what every row has along each direction. One after the other, as they are orthogonal: no memory
// is needed.
template <class Factor>
void scale_along(const Matrix& directions, const Factor& factor, Matrix& samples) {
  for (Index i = 0; i < samples.rows(); ++i) {
    double* const sample = samples.row(i).data();
    for (Index k = 0; k < directions.rows(); ++k) {
      const double* const direction = directions.row(k).data();
      const double change = (factor(k) - 1.0) * dot(direction, sample, samples.cols());
      for (Index j = 0; j < samples.cols(); ++j) sample[j] += change * direction[j];
    }
  }
}

// The samples of classes that have more than one, without the means of their classes.
Matrix around_class_means(const MatrixView& samples, std::span<const int> classes) {
  const int n_classes = *std::ranges::max_element(classes) + 1;
  Matrix means = Matrix::Zero(n_classes, samples.cols());
  std::vector<double> counts(n_classes, 0.0);
  for (Index i = 0; i < samples.rows(); ++i) {
    means.row(classes[i]) += samples.row(i);
    counts[classes[i]] += 1.0;
  }
  Indices rows;
  for (Index i = 0; i < samples.rows(); ++i) {
    if (counts[classes[i]] > 1.0) rows.push_back(i);
  }
  Matrix centered = samples(rows, Eigen::all);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int own = classes[rows[i]];
    centered.row(static_cast<Index>(i)) -= means.row(own) / counts[own];
  }
  return centered;
}

}  // namespace

template <>
FieldTable<MetricOptions> field_table<MetricOptions>() {
  return {
      field("metric", &MetricOptions::metric, any_number(),
            "distances between samples: none as they are; within shrinks the directions in which labeled "
            "samples of a class differ; auto: within where it finds significantly more held-out labels, with "
            "rounds = auto and more effort than quick, else none"),
      field("metric_power", &MetricOptions::metric_power, between(0.0, 1.0),
            "how far metric = within goes: 0 is none, 1 makes the labeled samples of a class vary equally in "
            "all directions; auto: 1, with metric = auto 0.5 or 1")};
}

void Metric::apply(Matrix& samples) const {
  scale_along(
      directions, [&](Index k) { return kept(k); }, samples);
}

void Metric::undo(Matrix& samples) const {
  scale_along(
      directions, [&](Index k) { return 1.0 / kept(k); }, samples);
}

bool fits(const Metric& metric, Index n_features) {
  if (metric.kept.size() != metric.directions.rows()) return false;
  if (metric.is_identity()) return true;
  return metric.directions.cols() == n_features && metric.directions.allFinite() &&
         (metric.kept.array() > 0.0).all() && (metric.kept.array() <= 1.0).all();
}

// Aim: S^(-power/2), S = (1 - g) Z^T Z/N + g m I. Trick: S is g m I but for the span of the rows of Z, whose
// eigenvectors come from the smaller of Z Z^T and Z^T Z.
Metric learn_metric(const MatrixView& samples, std::span<const int> classes, double power) {
  constexpr double kLeastShrinkage = 1e-3;
  constexpr double kNegligible = 1e-6;
  const Matrix centered = around_class_means(samples, classes);
  if (power == 0.0 || centered.rows() == 0) return {};
  const lapack::SerialBlas serial;
  const Matrix gram = smaller_gram(centered);
  const Shrinkage shrinkage = ledoit_wolf(centered, gram);
  const Index n = gram.rows();
  const auto [values, vectors] = lapack::symmetric_eigenpairs(gram, 0, n);
  const double floor = std::max(shrinkage.shrinkage, kLeastShrinkage) * shrinkage.mean_variance;
  if (!std::isnormal(floor)) return {};
  const double unit = static_cast<double>(centered.rows()) * floor / (1.0 - shrinkage.shrinkage);
  Index rank = 0;
  while (rank < n && values(n - 1 - rank) > kNegligible * unit) ++rank;
  const Vector squares = values.tail(rank);
  Matrix directions = vectors.rightCols(rank).transpose();
  if (centered.cols() > centered.rows()) {
    directions = squares.cwiseSqrt().cwiseInverse().asDiagonal() * (directions * centered).eval();
  }
  return {std::move(directions), (1.0 + squares.array() / unit).pow(-0.5 * power)};
}

}  // namespace sosi
