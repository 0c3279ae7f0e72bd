// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/arrays/named_arrays.hpp"
#include "io/bytes/zip.hpp"

namespace sosi::io {

/// An archive of .npy files; no member is looked at before it is asked for.
class NpzFile : public NamedArrays {
 public:
  explicit NpzFile(const std::string& path);

 private:
  struct Member {
    std::string name;  // without .npy
    ZipMember zip;
  };

  bool has(std::string_view name) const override;
  StoredArray open_member(std::string_view name) const override;
  std::vector<ListedArray> list() const override;

  const Member* find(std::string_view name) const;

  std::vector<Member> members_;
};

}  // namespace sosi::io
