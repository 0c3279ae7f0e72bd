// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi::io {

/// Images of one folder per class, with the folders inside of it, or of one folder alone: classes by name,
/// then files by name, in the order of their bytes.
SampleTable read_folder_samples(const SampleSource& source);
/// The class of every image, also of those that cannot be read; empty for those in `unlabeled` or `_`.
std::vector<std::string> read_folder_labels(const LabelSource& source);

/// One image, as the only row.
SampleTable read_image_samples(const SampleSource& source);
/// Refuses: an image holds no labels.
std::vector<std::string> read_image_labels(const LabelSource& source);

}  // namespace sosi::io
