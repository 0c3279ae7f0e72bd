// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace sosi {

/// A 64-bit checksum (FNV-1a) that tells whether something has been changed; no protection against intent.
class Fingerprint {
 public:
  void add(std::span<const std::byte> bytes) {
    for (const std::byte byte : bytes) value_ = (value_ ^ static_cast<std::uint64_t>(byte)) * kPrime;
  }
  template <class T>
  void add_values(std::span<const T> values) {
    add(std::as_bytes(values));
  }
  /// With its length, so that two texts are not one.
  void add_text(const std::string& text) {
    const std::size_t size = text.size();
    add_values(std::span(&size, 1));
    add(std::as_bytes(std::span(text)));
  }

  std::string hex() const {
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(value_ >> shift) & 15];
    return digits;
  }

 private:
  static constexpr std::uint64_t kPrime = 0x100000001b3;
  std::uint64_t value_ = 0xcbf29ce484222325;
};

}  // namespace sosi
