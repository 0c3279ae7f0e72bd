// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "sosi/synthetic/image_set.hpp"

namespace sosi::plot {

/// Draws one row of images a class, evenly chosen from the class.
void draw_contact_sheet(const std::filesystem::path& base, const ImageSet& images);

}  // namespace sosi::plot
