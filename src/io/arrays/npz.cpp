// SPDX-License-Identifier: BSD-3-Clause
#include "io/arrays/npz.hpp"

#include "io/arrays/npz_file.hpp"
#include "io/arrays/row_filter.hpp"

namespace sosi::io {

SampleTable read_npz_samples(const SampleSource& source) {
  const auto is_table = [](const Shape& shape) { return shape.size() >= 2; };
  return read_samples_where(NpzFile(source.path), source, {"samples", {"X", "samples"}, is_table});
}

std::vector<std::string> read_npz_labels(const LabelSource& source) {
  const auto is_column = [](const Shape& shape) { return shape.size() == 1; };
  return read_names(NpzFile(source.path).open(source.array, {"labels", {"y", "labels"}, is_column}));
}

}  // namespace sosi::io
