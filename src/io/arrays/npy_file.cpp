// SPDX-License-Identifier: BSD-3-Clause
#include "io/arrays/npy_file.hpp"

#include "io/arrays/npy_header.hpp"
#include "io/arrays/one_array_file.hpp"
#include "io/bytes/text.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

StoredArray open_npy_array(std::unique_ptr<ByteSource> source) {
  const std::string name = source->name();
  if (!starts_as_npy(*source)) throw IoError(name + ": is not a NumPy array, it does not start as one");
  NpyHeader header = read_npy_header(*source);
  const std::optional<ElementType> type = parse_npy_type(header.descr);
  if (!type) {
    throw InvalidInput(name + ": holds values of type " + shown(header.descr) +
                       "; readable are bool, integers, float32, float64 and text");
  }
  StoredArray array{std::move(source), std::move(header.shape), header.order, *type, std::move(header.descr)};
  check_elements_take(array, array.source->n_left());
  return array;
}

SampleTable read_npy_samples(const SampleSource& source) {
  check_is_one_array(source);
  return whole_table(open_npy_array(std::make_unique<FileSource>(source.path)));
}

std::vector<std::string> read_npy_labels(const LabelSource& source) {
  check_is_one_array(source);
  return read_names(open_npy_array(std::make_unique<FileSource>(source.path)));
}

}  // namespace sosi::io
