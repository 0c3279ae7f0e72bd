// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi::io {

/// A type of file that samples and labels are read from: one line of a table.
struct FileFormat {
  std::string_view suffix;  ///< how the names of such files end, in small letters; `/` is folders
  SampleTable (*read_samples)(const SampleSource& source);
  std::vector<std::string> (*read_labels)(const LabelSource& source);
  bool may_hold_labels = false;  ///< beside the samples, in the same file
  bool is_table = false;         ///< text in columns, which `TableRules` are about
  bool holds_images = false;     ///< whose size can be changed
};

/// The format that the file's name asks for; throws `IoError` when there is no such file.
const FileFormat& file_format(const std::string& path);

}  // namespace sosi::io
