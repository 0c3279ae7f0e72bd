// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "sosi/io/samples.hpp"

namespace sosi::io {

/// Brightness in [0, 1], one row of pixels a row.
using GrayImage = Matrix;

/// Reads an image of a kind that is known by its first bytes; `name` is what errors call the image. Throws
/// `IoError` for one that is damaged, of another kind or too large.
GrayImage decode_image(std::span<const std::byte> bytes, const std::string& name);

GrayImage read_image_file(const std::string& path);

/// Whether a file of this name is taken for an image that can be read.
bool is_image_name(const std::string& name);

/// The endings of such names, separated by commas.
std::string image_suffixes();

/// Why a file of another name is left out.
std::string other_type(const std::string& name);

}  // namespace sosi::io
