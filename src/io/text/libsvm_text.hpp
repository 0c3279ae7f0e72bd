// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi::io {

/// `LABEL INDEX:VALUE INDEX:VALUE … # comment`, one sample a line, what is not there being 0; indices count
/// from 1 and ascend. The file is read twice; `InvalidInput` when hardly anything of the full matrix would
/// not be 0, `MemoryRefused` when it would not fit.
SampleTable read_libsvm_samples(const SampleSource& source);
std::vector<std::string> read_libsvm_labels(const LabelSource& source);

}  // namespace sosi::io
