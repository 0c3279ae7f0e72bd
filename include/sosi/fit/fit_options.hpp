// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/core/options.hpp"
#include "sosi/data/metric.hpp"
#include "sosi/data/normalization.hpp"
#include "sosi/data/samples.hpp"
#include "sosi/embed/embedding.hpp"
#include "sosi/extend/extension.hpp"
#include "sosi/extend/scales.hpp"
#include "sosi/rounds/rounds.hpp"

namespace sosi {

/// Every option of a fit.
struct FitOptions : EmbeddingOptions, ScaleOptions, RoundsOptions, MetricOptions, ExtensionOptions {
  NormalizationKind normalize = NormalizationKind::automatic;
  LabelConflicts conflicts = LabelConflicts::refuse;
};

template <>
FieldTable<FitOptions> field_table<FitOptions>();

/// Sets an option of any table by its name, as the command line does: `set_option(options, "heat", "0.5")`.
void set_option(FitOptions& options, std::string_view name, std::string_view text);

}  // namespace sosi
