// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/core/matrix.hpp"

namespace sosi {

/// The sum of a_l b_l, in an order that depends on n alone.
double dot(const double* a, const double* b, Index n);

}  // namespace sosi
