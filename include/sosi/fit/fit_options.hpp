// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/rounds/rounds.hpp"
#include "sosi/core/options.hpp"
#include "sosi/data/normalization.hpp"
#include "sosi/embed/embedding.hpp"
#include "sosi/extend/scales.hpp"

namespace sosi {

/// Every knob of a fit.
struct FitOptions {
  EmbeddingOptions embedding;
  ScaleOptions scale;
  ProgressiveOptions progressive;
  NormalizationKind normalize = NormalizationKind::automatic;
};

template <>
const FieldTable<FitOptions>& field_table<FitOptions>();

}  // namespace sosi
