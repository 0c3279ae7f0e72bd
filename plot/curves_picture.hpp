// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "sosi/evaluate/figures.hpp"

namespace sosi::plot {

/// Draws curves over common axes, with one key for all panels. Where no y is negative, the axis begins at 0.
void draw_curves(const std::filesystem::path& base, const CurvesFigure& figure);

}  // namespace sosi::plot
