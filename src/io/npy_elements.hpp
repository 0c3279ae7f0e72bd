// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/byte_source.hpp"
#include "io/npy_header.hpp"

namespace sosi::io {

/// The numbers of an array, in the order of the file, as doubles.
class NumberReader {
 public:
  /// `type` is one of numbers.
  NumberReader(ByteSource& source, const NpyType& type);

  /// Fills all of `into` with the next numbers; those that are doubles already go there without a copy.
  void read(std::span<double> into);

 private:
  using Decode = void (*)(std::span<const std::byte> raw, std::endian order, std::span<double> into);

  ByteSource& source_;
  NpyType type_;
  Decode decode_;
  std::vector<std::byte> buffer_;
};

/// A number as a double.
double element_number(std::span<const std::byte> raw, const NpyType& type);

/// An element as a name: text as it is, a whole number by its digits, NaN by nothing at all. Any other
/// number, and text that is not Unicode, has no name.
std::optional<std::string> element_name(std::span<const std::byte> raw, const NpyType& type);

}  // namespace sosi::io
