// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/bytes/byte_source.hpp"

namespace sosi::io {

/// An element's type: 'b' bool, 'i', 'u', 'f' numbers, 'S' bytes, 'U' UCS-4 text.
struct ElementType {
  char kind;
  std::uint64_t n_bytes;
  std::endian byte_order;

  bool is_text() const { return kind == 'S' || kind == 'U'; }
};

/// The number whose bytes start there.
template <class T>
T element_at(const std::byte* at, std::endian order) {
  std::array<std::byte, sizeof(T)> raw;
  std::memcpy(raw.data(), at, sizeof(T));
  if (order != std::endian::native) std::ranges::reverse(raw);
  return std::bit_cast<T>(raw);
}

/// The numbers of an array, in the order of the file, as doubles.
class NumberReader {
 public:
  /// `type` is one of numbers.
  NumberReader(ByteSource& source, const ElementType& type);

  /// Fills all of `into` with the next numbers; those that are doubles already go there without a copy.
  void read(std::span<double> into);

 private:
  using Decode = void (*)(std::span<const std::byte> raw, std::endian order, std::span<double> into);

  ByteSource& source_;
  ElementType type_;
  Decode decode_;
  std::vector<std::byte> buffer_;
};

/// A number as a double.
double element_number(std::span<const std::byte> raw, const ElementType& type);

/// An element as a name: text as it is, an integer by its digits, NaN by nothing at all. Any other
/// number, and text that is not Unicode, has no name.
std::optional<std::string> element_name(std::span<const std::byte> raw, const ElementType& type);

}  // namespace sosi::io
