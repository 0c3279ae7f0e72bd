// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/arrays/named_arrays.hpp"
#include "sosi/io/samples.hpp"

namespace sosi::io {

/// The array that the source names, or else the one that plays the role, with the rows for which every
/// condition of the source holds; throws `InvalidInput` when there is none.
SampleTable read_samples_where(const NamedArrays& file, const SampleSource& source, const ArrayRole& role);

}  // namespace sosi::io
