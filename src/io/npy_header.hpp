// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/byte_source.hpp"

namespace sosi::io {

enum class ElementOrder { kC, kFortran };

/// What stands before the elements of an array, as it is written there.
struct NpyHeader {
  std::string descr;  ///< the type of the elements, in NumPy's notation
  ElementOrder order = ElementOrder::kC;
  std::vector<std::uint64_t> shape;
};

/// An element's type: 'b' bool, 'i', 'u', 'f' numbers, 'S' bytes, 'U' UCS-4 text.
struct NpyType {
  char kind;
  std::uint64_t n_bytes;
  std::endian byte_order;

  bool is_text() const { return kind == 'S' || kind == 'U'; }
};

/// Whether the source starts as an array does; reads those bytes.
bool starts_as_npy(ByteSource& source);

/// Reads what follows the bytes that `starts_as_npy` looks at, up to the first element.
NpyHeader read_npy_header(ByteSource& source);

/// The type that `descr` writes; nothing for types that are neither real numbers nor text.
std::optional<NpyType> parse_npy_type(const std::string& descr);

/// "70000 x 28 x 28", "rank 0" for a single value.
std::string shape_text(const std::vector<std::uint64_t>& shape);

}  // namespace sosi::io
