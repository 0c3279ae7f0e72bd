// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/data/normalization.hpp"

#include <cmath>

namespace sosi {

void Normalization::apply(Matrix& samples) const {
  for (Index i = 0; i < samples.rows(); ++i) {
    if (kind == NormalizationKind::unit) {
      const double length = samples.row(i).norm();
      if (length > 0.0) samples.row(i) /= length;
    } else if (kind == NormalizationKind::standard) {
      samples.row(i) = (samples.row(i) - mean.transpose()).cwiseQuotient(deviation.transpose());
    }
  }
}

Normalization learn_normalization(const MatrixView& samples, NormalizationKind kind) {
  Normalization learned{kind == NormalizationKind::automatic ? NormalizationKind::none : kind, {}, {}};
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
