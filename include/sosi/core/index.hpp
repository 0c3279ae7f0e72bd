// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "sosi/core/matrix.hpp"

namespace sosi {

/// A number that counts one kind of thing. It is made from a plain number explicitly and read as one
/// implicitly, so that numbers of different kinds cannot be passed for each other.
template <class Kind>
class IndexOf {
 public:
  constexpr IndexOf() = default;
  constexpr explicit IndexOf(Index value) : value_(value) {}
  constexpr operator Index() const { return value_; }
  constexpr IndexOf& operator++() {
    ++value_;
    return *this;
  }

 private:
  Index value_ = 0;
};

/// A row of the input matrix.
using Row = IndexOf<struct RowKind>;
using Rows = std::vector<Row>;

/// A distinct sample of a fit: the labeled samples come first, then the unlabeled ones.
using Position = IndexOf<struct PositionKind>;
using Positions = std::vector<Position>;

/// That of a row that takes no part in a fit.
inline constexpr Position kNoPosition(-1);

/// first, first + 1, …, last - 1.
inline Positions position_range(Index first, Index last) {
  Positions positions;
  positions.reserve(static_cast<std::size_t>(last - first));
  for (Index i = first; i < last; ++i) positions.emplace_back(i);
  return positions;
}

/// So many of first, first + 1, …, last - 1, spread evenly.
inline Positions spread_positions(Index first, Index last, Index n) {
  Positions positions;
  positions.reserve(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) positions.emplace_back(first + i * (last - first) / n);
  return positions;
}

}  // namespace sosi
