// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "sosi/io/samples.hpp"

namespace sosi::io {

/// Brightness in [0, 1], one row of pixels a row.
using GrayImage = Matrix;

/// Reads PNG, JPEG, PGM or PPM, known by the first bytes; `name` is what errors call the image. Throws
/// `IoError` for one that is damaged, of another kind or too large.
GrayImage decode_image(std::span<const std::byte> bytes, const std::string& name);

GrayImage read_image_file(const std::string& path);

/// "20 x 17".
std::string to_text(ImageSize size);

}  // namespace sosi::io
