// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "sosi/core/parallel.hpp"
#include "sosi/synthetic/image_set.hpp"

namespace sosi {

/// Twelve random smooth faces of 20 x 17 pixels, each under the same 58 lights, with attached and cast
/// shadows: the structure of the Yale faces, where the light changes an image more than the person does.
///
/// The same seed gives the same bits for any number of threads.
ImageSet make_lambert(std::uint64_t seed, ThreadPool& threads);

}  // namespace sosi
