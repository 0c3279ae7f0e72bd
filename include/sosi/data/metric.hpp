// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "sosi/core/matrix.hpp"
#include "sosi/core/options.hpp"

namespace sosi {

/// How distances between samples are measured.
enum class MetricKind { automatic, none, within };

template <>
struct ChoiceNames<MetricKind> {
  static constexpr std::pair<MetricKind, std::string_view> names[] = {
      {MetricKind::none, "none"}, {MetricKind::within, "within"}, {MetricKind::automatic, "auto"}};
};

struct MetricOptions {
  MetricKind metric = MetricKind::none;
  std::optional<double> metric_power;
};

template <>
FieldTable<MetricOptions> field_table<MetricOptions>();

/// A linear map of samples that shrinks the directions in which the samples of a class differ: distances
/// after it are those of a learned metric. x becomes x + sum over k of (kept_k - 1) (q_k . x) q_k.
struct Metric {
  Matrix directions;  ///< q_k, orthonormal, one a row; without rows the map is the identity
  Vector kept;        ///< what is left of each, above 0 and at most 1

  bool is_identity() const { return directions.rows() == 0; }

  /// Maps every row in place; a function of each row alone, bit for bit.
  void apply(Matrix& samples) const;
  /// Takes it back in place, but for rounding.
  void undo(Matrix& samples) const;
};

/// Whether it is a map of samples with so many features: finite numbers, and something kept of each
/// direction.
bool fits(const Metric& metric, Index n_features);

/// S^(-power/2) in units of its largest value, with S the covariance of the samples around the means of their
/// classes, shrunk by Ledoit and Wolf; the identity where no class has two samples that differ.
Metric learn_metric(const MatrixView& samples, std::span<const int> classes, double power);

}  // namespace sosi
