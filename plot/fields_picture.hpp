// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "sosi/evaluate/figures.hpp"

namespace sosi::plot {

/// Draws the functions side by side in shades common to all, with a contour at 0 and the samples on top.
void draw_fields(const std::filesystem::path& base, const FieldsFigure& figure);

}  // namespace sosi::plot
