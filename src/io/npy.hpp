// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "io/npy_array.hpp"
#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi::io {

/// The named rows, ascending, of an open array as samples.
SampleTable sample_table(NpyArray array, Indices rows);

SampleTable read_npy_samples(const SampleSource& source);
std::vector<std::string> read_npy_labels(const LabelSource& source);

}  // namespace sosi::io
