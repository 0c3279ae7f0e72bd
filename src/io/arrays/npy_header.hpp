// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "io/arrays/stored_array.hpp"

namespace sosi::io {

/// What stands before the elements of an array, as it is written there.
struct NpyHeader {
  std::string descr;  ///< the type of the elements, in NumPy's notation
  ElementOrder order = ElementOrder::kC;
  Shape shape;
};

/// Whether the source starts as an array does; reads those bytes.
bool starts_as_npy(ByteSource& source);

/// Reads what follows the bytes that `starts_as_npy` looks at, up to the first element.
NpyHeader read_npy_header(ByteSource& source);

/// The type that `descr` writes; nothing for types that are neither real numbers nor text.
std::optional<ElementType> parse_npy_type(const std::string& descr);

}  // namespace sosi::io
