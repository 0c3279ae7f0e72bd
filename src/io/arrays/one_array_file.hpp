// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "io/arrays/stored_array.hpp"
#include "sosi/core/matrix.hpp"
#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi::io {

/// 0, …, n_rows - 1.
Indices all_rows(Index n_rows);

/// All rows of a file that is one sample array.
SampleTable whole_table(StoredArray array);

/// Throws `InvalidInput` when the source asks for what only a file of named arrays has: one of them, or rows
/// chosen by another one.
void check_is_one_array(const SampleSource& source);
void check_is_one_array(const LabelSource& source);

}  // namespace sosi::io
