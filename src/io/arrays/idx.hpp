// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi::io {

/// IDX, the format of MNIST, plain or gzipped, whatever the name says.
SampleTable read_idx_samples(const SampleSource& source);
std::vector<std::string> read_idx_labels(const LabelSource& source);

}  // namespace sosi::io
