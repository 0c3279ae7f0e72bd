// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "sosi/evaluate/figures.hpp"

namespace sosi::plot {

/// Draws the first three coordinates of every panel side by side.
void draw_spaces(const std::filesystem::path& base, const SpacesFigure& figure);

}  // namespace sosi::plot
