// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "sosi/core/errors.hpp"

namespace sosi::io {

/// Numbers out of the bytes of an image, the lower byte first; throws `IoError` at their end.
class ByteCursor {
 public:
  /// `kind` is what the format is called.
  ByteCursor(std::span<const std::byte> bytes, const char* kind) : bytes_(bytes), kind_(kind) {}

  std::size_t n_left() const { return bytes_.size() - at_; }

  /// The next bytes, which are passed.
  std::span<const std::byte> take(std::size_t n) {
    if (n > n_left()) fail("it is cut off");
    at_ += n;
    return bytes_.subspan(at_ - n, n);
  }

  void skip(std::size_t n) { take(n); }

  std::uint32_t number(std::size_t n_bytes) {
    std::uint32_t value = 0;
    unsigned shift = 0;
    for (const std::byte byte : take(n_bytes)) {
      value |= std::to_integer<std::uint32_t>(byte) << shift;
      shift += 8;
    }
    return value;
  }

  [[noreturn]] void fail(const std::string& reason) const {
    throw IoError("is a damaged " + std::string(kind_) + ": " + reason);
  }

 private:
  std::span<const std::byte> bytes_;
  const char* kind_;
  std::size_t at_ = 0;
};

}  // namespace sosi::io
