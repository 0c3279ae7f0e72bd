// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "sosi/core/matrix.hpp"
#include "sosi/io/samples.hpp"

namespace sosi::io {

/// 0, …, n_rows - 1.
Indices all_rows(Index n_rows);

/// Throws `InvalidInput` when the source asks for what only an .npz has: named arrays, rows chosen by another
/// one.
void check_is_one_array(const SampleSource& source);
[[noreturn]] void refuse_array_name(const std::string& path, const std::string& array);

}  // namespace sosi::io
