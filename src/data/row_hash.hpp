// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <cstdint>

#include "sosi/core/matrix.hpp"

namespace sosi {

/// A hash of the values of a row; rows that compare equal have the same.
inline std::uint64_t hash_row(const double* row, Index n) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (Index j = 0; j < n; ++j) {
    hash ^= std::bit_cast<std::uint64_t>(row[j] + 0.0);  // -0 and 0 are equal
    hash *= 0x100000001b3U;
    hash ^= hash >> 29U;
  }
  return hash;
}

}  // namespace sosi
