// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/core/matrix.hpp"

namespace sosi {

/// What the ranges of columns say about their units.
enum class ColumnUnits {
  alike,        ///< ranges of about one order of magnitude
  different,    ///< ranges that differ by orders of magnitude
  pixels,       ///< many columns that share a ceiling, as pixels and counts do, whatever their ranges
  coordinates,  ///< around 0, as principal components are: the ranges say which matter
  unit_length,  ///< rows of one length
};

/// The ranges, largest minus smallest value, of columns that are not constant.
struct ColumnRanges {
  ColumnUnits units = ColumnUnits::alike;
  Index narrowest = 0;  ///< a column
  Index widest = 0;     ///< a column
  Vector range;         ///< of every column
};

/// Looks at samples before they are normalized.
ColumnRanges compare_ranges(const MatrixView& samples);

}  // namespace sosi
