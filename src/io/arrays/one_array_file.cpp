// SPDX-License-Identifier: BSD-3-Clause
#include "io/arrays/one_array_file.hpp"

#include <numeric>

#include "io/bytes/text.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

void refuse_array_name(const std::string& path, const std::string& array) {
  if (array.empty()) return;
  throw InvalidInput(path + ": has no array " + shown(array) + "; only .npz and .mat have named arrays");
}

}  // namespace

Indices all_rows(Index n_rows) {
  Indices rows(static_cast<std::size_t>(n_rows));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

SampleTable whole_table(StoredArray array) {
  Indices rows = all_rows(n_sample_rows(array));
  return sample_table(std::move(array), std::move(rows));
}

void check_is_one_array(const SampleSource& source) {
  refuse_array_name(source.path, source.array);
  if (!source.where.empty()) {
    throw InvalidInput(source.path + ": rows cannot be selected by " + shown(source.where.front()) +
                       "; only .npz and .mat have other arrays");
  }
}

void check_is_one_array(const LabelSource& source) {
  refuse_array_name(source.path, source.array);
}

}  // namespace sosi::io
