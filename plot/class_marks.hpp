// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "plot/plot_parts.hpp"

namespace sosi::plot {

/// The color of a class, 0xRRGGBB; `kUnlabeled` is gray.
int class_color(int class_index);

/// The number of the filled mark of a class; the mark's outline is one number below.
int class_mark(int class_index);

/// Lines of a key, one for each class.
std::vector<KeyEntry> class_entries(const std::vector<std::string>& names);

}  // namespace sosi::plot
