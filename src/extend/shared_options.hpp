// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "sosi/core/options.hpp"

namespace sosi {

/// Of both Nyström extensions.
struct HeatOptions {
  std::optional<double> nystrom_heat;
};

template <>
FieldTable<HeatOptions> field_table<HeatOptions>();

/// Of the extensions with one Gaussian kernel.
struct WidthOptions {
  std::optional<double> kernel_width;
};

template <>
FieldTable<WidthOptions> field_table<WidthOptions>();

/// Of the extensions by regression.
struct RidgeOptions {
  std::optional<double> regression_ridge;
};

template <>
FieldTable<RidgeOptions> field_table<RidgeOptions>();

}  // namespace sosi
