// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi::io {

SampleTable read_npz_samples(const SampleSource& source);
std::vector<std::string> read_npz_labels(const LabelSource& source);

}  // namespace sosi::io
