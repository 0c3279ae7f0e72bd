// SPDX-License-Identifier: BSD-3-Clause
#include "io/arrays/named_arrays.hpp"

#include <algorithm>

#include "io/bytes/text.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

StoredArray NamedArrays::open(std::string_view name) const {
  if (!has(name)) refuse("there is no array " + shown(name));
  return open_member(name);
}

StoredArray NamedArrays::open(std::string_view name, const ArrayRole& role) const {
  if (!name.empty()) return open(name);
  for (const std::string_view known : role.names) {
    if (has(known)) return open_member(known);
  }
  std::vector<std::string> fitting;
  for (const ListedArray& array : list()) {
    if (array.is_readable && role.fits(array.shape)) fitting.push_back(array.name);
  }
  if (fitting.size() != 1) {
    refuse((fitting.empty() ? "no array can hold the " : "it is not clear which array holds the ") +
           std::string(role.role));
  }
  return open_member(fitting.front());
}

void NamedArrays::check_names_differ(std::vector<std::string_view> names) const {
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice != names.end()) throw IoError(path_ + ": holds two arrays called " + shown(*twice));
}

std::string NamedArrays::display_name(std::string_view name) const {
  return path_ + ": array " + shown(name);
}

void NamedArrays::refuse(const std::string& reason) const {
  std::string arrays;
  for (const ListedArray& array : list()) {
    arrays += (arrays.empty() ? "" : ", ") + shown(array.name) + " (" + array.description + ")";
  }
  throw InvalidInput(path_ + ": " + reason + "; the arrays are " + (arrays.empty() ? "none" : arrays));
}

}  // namespace sosi::io
