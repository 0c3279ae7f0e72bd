// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi::io {

/// One sample a line; the file is read twice, so that the text is never in memory beside the numbers.
SampleTable read_csv_samples(const SampleSource& source);
std::vector<std::string> read_csv_labels(const LabelSource& source);

}  // namespace sosi::io
