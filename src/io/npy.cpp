// SPDX-License-Identifier: BSD-3-Clause
#include "io/npy.hpp"

#include <memory>

#include "io/one_array_file.hpp"

namespace sosi::io {

SampleTable sample_table(NpyArray array, Indices rows) {
  SampleTable table;
  table.are_images = array.header.shape.size() == 3;
  table.n_file_rows = n_sample_rows(array);
  table.values = read_rows(std::move(array), rows);
  table.rows = std::move(rows);
  return table;
}

SampleTable read_npy_samples(const SampleSource& source) {
  check_is_one_array(source);
  NpyArray array = open_npy_array(std::make_unique<FileSource>(source.path));
  Indices rows = all_rows(n_sample_rows(array));
  return sample_table(std::move(array), std::move(rows));
}

std::vector<std::string> read_npy_labels(const LabelSource& source) {
  if (!source.array.empty()) refuse_array_name(source.path, source.array);
  return read_names(open_npy_array(std::make_unique<FileSource>(source.path)));
}

}  // namespace sosi::io
