// SPDX-License-Identifier: BSD-3-Clause
#include "io/npz.hpp"

#include <limits>

#include "io/npy.hpp"
#include "io/npz_file.hpp"
#include "io/row_filter.hpp"

namespace sosi::io {

namespace {

NpyArray open_array(const NpzFile& file, const std::string& name, const ArrayRole& role) {
  return name.empty() ? file.open(role) : file.open(name);
}

}  // namespace

SampleTable read_npz_samples(const SampleSource& source) {
  const NpzFile file(source.path);
  const ArrayRole role{"samples", {"X", "samples"}, 2, std::numeric_limits<std::size_t>::max()};
  NpyArray array = open_array(file, source.array, role);
  Indices rows = rows_where(file, source.where, n_sample_rows(array));
  return sample_table(std::move(array), std::move(rows));
}

std::vector<std::string> read_npz_labels(const LabelSource& source) {
  const NpzFile file(source.path);
  return read_names(open_array(file, source.array, {"labels", {"y", "labels"}, 1, 1}));
}

}  // namespace sosi::io
