// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "sosi/core/parallel.hpp"
#include "sosi/synthetic/image_set.hpp"

namespace sosi {

/// Twenty random solids of 32 x 32 pixels on a turntable, 72 views each, 5 degrees apart: the structure of
/// COIL-20, where every class is a closed curve.
///
/// The same seed gives the same bits for any number of threads.
ImageSet make_turntable(std::uint64_t seed, ThreadPool& threads);

}  // namespace sosi
