// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sosi/core/matrix.hpp"
#include "sosi/core/random.hpp"
#include "synthetic/solids.hpp"

namespace sosi {

/// Something a person might have put on the table: a body with a few parts beside it and on top.
Solid random_solid(Random& random);

/// What the camera sees after the table turned, black where there is nothing; the solid fills a square of
/// `n_pixels` x `n_pixels`, whatever its size.
Matrix photograph(const Solid& solid, double radians, Index n_pixels);

}  // namespace sosi
