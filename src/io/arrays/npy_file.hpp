// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/arrays/stored_array.hpp"
#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi::io {

/// Reads the header and holds its sizes against the bytes that follow.
StoredArray open_npy_array(std::unique_ptr<ByteSource> source);

SampleTable read_npy_samples(const SampleSource& source);
std::vector<std::string> read_npy_labels(const LabelSource& source);

}  // namespace sosi::io
