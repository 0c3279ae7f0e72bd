// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>

#include "io/npz_file.hpp"
#include "sosi/core/matrix.hpp"

namespace sosi::io {

/// The rows, of `n_rows`, for which every condition on another array of the file holds; throws `InvalidInput`
/// when there is none. A condition is written as `SampleSource::where` says.
Indices rows_where(const NpzFile& file, std::span<const std::string> conditions, Index n_rows);

}  // namespace sosi::io
