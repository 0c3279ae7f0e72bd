// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <utility>

#include "sosi/core/matrix.hpp"
#include "sosi/core/options.hpp"
#include "sosi/data/metric.hpp"

namespace sosi {

/// What is done to every sample before anything else sees it.
enum class NormalizationKind { automatic, unit, standard, none };

template <>
struct ChoiceNames<NormalizationKind> {
  static constexpr std::pair<NormalizationKind, std::string_view> names[] = {
      {NormalizationKind::automatic, "auto"},
      {NormalizationKind::unit, "unit"},
      {NormalizationKind::standard, "standard"},
      {NormalizationKind::none, "none"}};
};

/// A learned normalization: a function of one sample at a time.
struct Normalization {
  NormalizationKind kind = NormalizationKind::none;  ///< never `automatic`
  Vector mean;                                       ///< per feature, `standard` only
  Vector deviation;    ///< per feature, 1 where a feature is constant; `standard` only
  Metric metric = {};  ///< applied last

  bool is_identity() const { return kind == NormalizationKind::none && metric.is_identity(); }

  /// Normalizes every row in place: `unit` divides it by its length (a zero row stays), `standard` shifts and
  /// scales every feature, and the metric shrinks directions.
  void apply(Matrix& samples) const;
  /// Takes the metric and `standard` back in place; the length that `unit` has taken is lost.
  void undo(Matrix& samples) const;
};

/// Learns means and deviations where the kind has any.
Normalization learn_normalization(const MatrixView& samples, NormalizationKind kind);

}  // namespace sosi
