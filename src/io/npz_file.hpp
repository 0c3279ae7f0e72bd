// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/npy_array.hpp"
#include "io/zip.hpp"

namespace sosi::io {

/// What an array is taken for when its user names none: the first of `names` that is there, else the only
/// array whose rank is in the interval.
struct ArrayRole {
  std::string_view role;
  std::vector<std::string_view> names;
  std::size_t min_rank;
  std::size_t max_rank;
};

/// Named arrays in one file.
class NpzFile {
 public:
  explicit NpzFile(const std::string& path);

  const std::string& path() const { return path_; }

  /// The array of that name; throws `InvalidInput`, listing the arrays, when there is none.
  NpyArray open(std::string_view name) const;
  /// The array that plays a role; throws `InvalidInput`, listing the arrays, when that is not clear.
  NpyArray open(const ArrayRole& role) const;

 private:
  struct Member {
    std::string name;  // without .npy
    ZipMember zip;
  };
  struct Listed {
    const Member* member;
    std::vector<std::uint64_t> shape;
  };

  const Member* find(std::string_view name) const;
  std::string display_name(const Member& member) const;
  std::vector<Listed> list() const;
  [[noreturn]] void refuse(const std::string& reason) const;

  std::string path_;
  std::vector<Member> members_;
};

}  // namespace sosi::io
