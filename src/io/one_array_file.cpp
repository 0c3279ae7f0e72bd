// SPDX-License-Identifier: BSD-3-Clause
#include "io/one_array_file.hpp"

#include <numeric>

#include "io/text.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

Indices all_rows(Index n_rows) {
  Indices rows(static_cast<std::size_t>(n_rows));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

void check_is_one_array(const SampleSource& source) {
  if (!source.array.empty()) refuse_array_name(source.path, source.array);
  if (!source.where.empty()) {
    throw InvalidInput(source.path + ": rows cannot be chosen by " + shown(source.where.front()) +
                       "; only an .npz has other arrays to choose by");
  }
}

void refuse_array_name(const std::string& path, const std::string& array) {
  throw InvalidInput(path + ": has no array " + shown(array) + "; only an .npz has named arrays");
}

}  // namespace sosi::io
