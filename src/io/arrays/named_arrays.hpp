// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/arrays/stored_array.hpp"

namespace sosi::io {

/// What an array is taken for when its user names none: the first of `names` that is there, else the only
/// array whose shape fits.
struct ArrayRole {
  std::string_view role;
  std::vector<std::string_view> names;
  bool (*fits)(const Shape& shape);
};

/// What a file says about one of its arrays.
struct ListedArray {
  std::string name;
  std::string description;  ///< the shape, and the type where the format lists it
  Shape shape;
  bool is_readable;
};

/// Named arrays in one file, of whatever format.
class NamedArrays {
 public:
  virtual ~NamedArrays() = default;

  const std::string& path() const { return path_; }

  /// The array of that name; throws `InvalidInput`, listing the arrays, when there is none.
  StoredArray open(std::string_view name) const;
  /// The array of that name, or the one that plays the role when the name is empty; throws `InvalidInput`,
  /// listing the arrays, when that is not clear.
  StoredArray open(std::string_view name, const ArrayRole& role) const;
  /// The same array where one value a row is asked for.
  virtual StoredArray as_column(StoredArray array) const { return array; }

 protected:
  explicit NamedArrays(std::string path) : path_(std::move(path)) {}
  NamedArrays(const NamedArrays&) = default;
  NamedArrays(NamedArrays&&) = default;
  NamedArrays& operator=(const NamedArrays&) = default;
  NamedArrays& operator=(NamedArrays&&) = default;

  /// Throws `IoError` when two arrays have one name.
  void check_names_differ(std::vector<std::string_view> names) const;

  /// What error messages call an array.
  std::string display_name(std::string_view name) const;

 private:
  virtual bool has(std::string_view name) const = 0;
  /// An array that is there.
  virtual StoredArray open_member(std::string_view name) const = 0;
  virtual std::vector<ListedArray> list() const = 0;

  [[noreturn]] void refuse(const std::string& reason) const;

  std::string path_;
};

}  // namespace sosi::io
