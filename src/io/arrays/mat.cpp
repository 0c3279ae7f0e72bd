// SPDX-License-Identifier: BSD-3-Clause
#include "io/arrays/mat.hpp"

#include "io/arrays/mat_file.hpp"
#include "io/arrays/row_filter.hpp"

namespace sosi::io {

namespace {

// N x 1 or 1 x N; a single value is a parameter more often than the label of a lone sample.
bool is_vector(const Shape& shape) {
  return shape.size() == 2 && (shape[0] == 1) != (shape[1] == 1);
}

bool is_table(const Shape& shape) {
  return shape.size() > 2 || (shape[0] != 1 && shape[1] != 1);
}

}  // namespace

SampleTable read_mat_samples(const SampleSource& source) {
  return read_samples_where(MatFile(source.path), source,
                            {"samples", {"X", "samples", "fea", "data"}, is_table});
}

std::vector<std::string> read_mat_labels(const LabelSource& source) {
  const MatFile file(source.path);
  const ArrayRole role{"labels", {"y", "labels", "gnd", "label"}, is_vector};
  return read_names(file.as_column(file.open(source.array, role)));
}

}  // namespace sosi::io
