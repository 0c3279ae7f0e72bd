// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/data/normalization.hpp"

#include <algorithm>
#include <cmath>

namespace sosi {

namespace {

// In the order of the features: a library's sum may depend on where in memory the row lies.
double length_of(const double* row, Index n) {
  double sum = 0.0;
  for (Index j = 0; j < n; ++j) sum += row[j] * row[j];
  if (std::isnormal(sum)) return std::sqrt(sum);
  // All values are so small that their squares vanish.
  double largest = 0.0;
  for (Index j = 0; j < n; ++j) largest = std::max(largest, std::abs(row[j]));
  if (!(largest > 0.0)) return 0.0;
  sum = 0.0;
  for (Index j = 0; j < n; ++j) sum += (row[j] / largest) * (row[j] / largest);
  return largest * std::sqrt(sum);
}

}  // namespace

void Normalization::apply(Matrix& samples) const {
  for (Index i = 0; i < samples.rows(); ++i) {
    if (kind == NormalizationKind::unit) {
      const double length = length_of(samples.row(i).data(), samples.cols());
      if (length > 0.0) samples.row(i) /= length;
    } else if (kind == NormalizationKind::standard) {
      samples.row(i) = (samples.row(i) - mean.transpose()).cwiseQuotient(deviation.transpose());
    }
  }
  metric.apply(samples);
}

void Normalization::undo(Matrix& samples) const {
  metric.undo(samples);
  if (kind != NormalizationKind::standard) return;
  for (Index i = 0; i < samples.rows(); ++i) {
    samples.row(i) = samples.row(i).cwiseProduct(deviation.transpose()) + mean.transpose();
  }
}

Normalization learn_normalization(const MatrixView& samples, NormalizationKind kind) {
  Normalization learned{kind == NormalizationKind::automatic ? NormalizationKind::none : kind, {}, {}, {}};
  if (learned.kind != NormalizationKind::standard) return learned;
  learned.mean = samples.colwise().mean();
  Vector variance = Vector::Zero(samples.cols());
  for (Index i = 0; i < samples.rows(); ++i) {
    variance += (samples.row(i).transpose() - learned.mean).cwiseAbs2();
  }
  learned.deviation = (variance / static_cast<double>(samples.rows())).cwiseSqrt();
  // A constant feature may be left with a deviation of rounding errors.
  const double rounding = 1e-12;
  for (Index j = 0; j < samples.cols(); ++j) {
    if (learned.deviation(j) <= rounding * std::abs(learned.mean(j))) learned.deviation(j) = 1.0;
  }
  return learned;
}

}  // namespace sosi
