// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "sosi/extend/extension.hpp"

namespace sosi {

/// How many rows and columns an array must have; -1: any number.
struct Shape {
  Index rows = -1;
  Index cols = -1;
};

/// The array of that name; throws `InvalidInput` unless it has that shape and its numbers are finite. Arrays
/// come from files that are not trusted.
const Matrix& shaped_array(const NamedArrays& arrays, std::string_view name, Shape shape = {});

/// The same for an array of one number above a limit.
double number_above(const NamedArrays& arrays, std::string_view name, double low);

}  // namespace sosi
