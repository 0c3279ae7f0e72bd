// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "io/byte_source.hpp"
#include "io/npy_header.hpp"
#include "sosi/core/matrix.hpp"

namespace sosi::io {

/// An array whose header is read and whose elements, no more and no fewer, are what is left of the source.
struct NpyArray {
  std::unique_ptr<ByteSource> source;
  NpyHeader header;
  NpyType type;

  const std::string& name() const { return source->name(); }
};

/// Reads the header and holds its sizes against the bytes that follow.
NpyArray open_npy_array(std::unique_ptr<ByteSource> source);

/// The rows of a sample array; throws `InvalidInput` when it is not numbers of rank 2 or more with something
/// in it.
Index n_sample_rows(const NpyArray& array);

/// The named rows, ascending, of a sample array; each is flattened in C order. Takes memory for those rows
/// only.
Matrix read_rows(NpyArray array, std::span<const Index> rows);

/// The elements of a one-column array, text or whole numbers, as names; NaN has the empty one.
std::vector<std::string> read_names(NpyArray array);

/// The elements of a one-column array, as what it holds.
using Column = std::variant<std::vector<double>, std::vector<std::string>>;
Column read_column(NpyArray array);

}  // namespace sosi::io
