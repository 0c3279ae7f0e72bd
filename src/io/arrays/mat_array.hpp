// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <string>

#include "io/arrays/stored_array.hpp"

namespace sosi::io {

/// What stands before each piece of a MAT-file.
struct MatTag {
  std::uint32_t type;
  std::uint32_t n_bytes;    ///< of the piece
  std::uint32_t n_padding;  ///< bytes that fill it up, behind
};

inline constexpr std::uint32_t kMatMatrix = 14;
inline constexpr std::uint32_t kMatCompressed = 15;
inline constexpr std::uint64_t kMatTagBytes = 8;

/// A tag of full length, as arrays have it.
MatTag parse_mat_tag(const std::string& bytes, std::endian byte_order);

/// What a matrix element says about itself before its values.
struct MatHeader {
  std::string name;
  std::string class_name;  ///< in MATLAB's words: `double`, `complex single`, `struct`
  Shape shape;
  bool is_readable;  ///< full and real
};

/// Reads the header from the source of a matrix element's inside.
MatHeader read_mat_header(ByteSource& source, std::endian byte_order);

/// Reads the header, and holds the sizes of its numbers against the bytes that follow; throws `InvalidInput`
/// when it is no array of numbers.
StoredArray open_mat_array(std::unique_ptr<ByteSource> source, std::endian byte_order);

}  // namespace sosi::io
