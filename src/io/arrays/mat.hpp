// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi::io {

/// A MAT-file of version 5, which is what MATLAB's -v6 and -v7 write.
SampleTable read_mat_samples(const SampleSource& source);
std::vector<std::string> read_mat_labels(const LabelSource& source);

}  // namespace sosi::io
