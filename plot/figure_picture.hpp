// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "sosi/evaluate/figures.hpp"

namespace sosi::plot {

/// Draws a figure of any kind.
void draw_figure(const std::filesystem::path& base, const Figure& figure);

}  // namespace sosi::plot
