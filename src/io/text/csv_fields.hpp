// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>

namespace sosi::io {

/// What stands before the fraction of a number.
enum class DecimalMark { kPoint, kComma };

/// The number in a field; `inf` and `nan` are numbers.
std::optional<double> parse_field(std::string_view field, DecimalMark mark);

/// Whether a number with a comma could as well be a whole one with its thousands set apart, as `1,234`.
bool may_be_thousands(std::string_view field);

}  // namespace sosi::io
