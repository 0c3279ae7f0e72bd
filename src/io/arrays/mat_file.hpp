// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <bit>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/arrays/mat_array.hpp"
#include "io/arrays/named_arrays.hpp"

namespace sosi::io {

/// The variables of a MAT-file of version 5.
class MatFile : public NamedArrays {
 public:
  /// Reads what every variable says about itself; throws `IoError` for a damaged file, `InvalidInput` for one
  /// of another version.
  explicit MatFile(const std::string& path);

  /// MATLAB has no arrays of rank 1: a row of values is as good as a column.
  StoredArray as_column(StoredArray array) const override;

 private:
  struct Member {
    MatHeader header;
    MatTag tag;
    FileRange range;
  };

  bool has(std::string_view name) const override { return find(name) != nullptr; }
  StoredArray open_member(std::string_view name) const override;
  std::vector<ListedArray> list() const override;

  const Member* find(std::string_view name) const;
  std::unique_ptr<ByteSource> open_inside(const MatTag& tag, FileRange range, const std::string& name) const;

  std::endian byte_order_;
  std::vector<Member> members_;
};

}  // namespace sosi::io
