// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "io/arrays/elements.hpp"
#include "io/bytes/byte_source.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/io/samples.hpp"

namespace sosi::io {

enum class ElementOrder { kC, kFortran };

using Shape = std::vector<std::uint64_t>;

/// "70000 x 28 x 28", "rank 0" for a single value.
std::string shape_text(const Shape& shape);

/// An array in a file, of whatever format: its elements are what comes next from the source, and nothing but
/// filling follows them.
struct StoredArray {
  std::unique_ptr<ByteSource> source;
  Shape shape;
  ElementOrder order;
  ElementType type;
  std::string type_name;  ///< the type as its format writes it

  const std::string& name() const { return source->name(); }
};

/// Bytes that the elements take; nothing when no file could hold them.
std::optional<std::uint64_t> elements_bytes(const Shape& shape, const ElementType& type);

/// Throws `IoError` unless the elements take exactly the bytes that the file has for them.
void check_elements_take(const StoredArray& array, std::uint64_t n_bytes);

/// The rows of a sample array; throws `InvalidInput` when it is not numbers of rank 2 or more with something
/// in it.
Index n_sample_rows(const StoredArray& array);

/// The named rows, ascending, of a sample array; each is flattened in C order. Takes memory for those rows
/// only.
Matrix read_rows(StoredArray array, std::span<const Index> rows);

/// The named rows, ascending, of a sample array, with what else is known of them.
SampleTable sample_table(StoredArray array, Indices rows);

/// The elements of a one-column array, text or whole numbers, as names; NaN has the empty one.
std::vector<std::string> read_names(StoredArray array);

/// The elements of a one-column array, as what it holds.
using Column = std::variant<std::vector<double>, std::vector<std::string>>;
Column read_column(StoredArray array);

}  // namespace sosi::io
