// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "io/array_files.hpp"

namespace sosi::io_test {

/// A zlib stream.
inline std::string zlib_bytes(const std::string& bytes) {
  uLongf n = compressBound(bytes.size());
  std::string out(n, '\0');
  compress(reinterpret_cast<Bytef*>(out.data()), &n, reinterpret_cast<const Bytef*>(bytes.data()),
           bytes.size());
  return out.substr(0, n);
}

/// A variable of a MAT-file: class and flags, then the type that its values are stored as.
struct MatVariable {
  std::string name;
  std::vector<std::int32_t> shape;
  int class_number = 6;
  int stored_type = 9;
  std::string values = {};
  int flags = 0;  ///< 2 logical, 8 complex
  bool is_small = false;
};

/// The pieces of a MAT-file in one of the two byte orders, '<' or '>'.
class MatWriter {
 public:
  explicit MatWriter(char byte_order) : byte_order_(byte_order) {}

  std::string header(int version = 0x0100) const {
    std::string text = "MATLAB 5.0 MAT-file, written by a test";
    text.resize(124, ' ');
    return text + element_bytes<std::uint16_t>({static_cast<std::uint16_t>(version)}, byte_order_) +
           (byte_order_ == '<' ? "IM" : "MI");
  }

  /// A tag of 8 bytes and what it tags, filled up.
  std::string piece(int type, const std::string& bytes) const {
    return words({type, static_cast<int>(bytes.size())}) + bytes + std::string((8 - bytes.size() % 8) % 8, 0);
  }
  /// Up to four bytes together with their tag.
  std::string small_piece(int type, const std::string& bytes) const {
    return words({static_cast<int>(bytes.size() << 16) | type}) + bytes + std::string(4 - bytes.size(), 0);
  }

  /// What stands inside a variable.
  std::string inside(const MatVariable& variable) const {
    const std::string values = variable.is_small ? small_piece(variable.stored_type, variable.values)
                                                 : piece(variable.stored_type, variable.values);
    const std::string name =
        variable.name.size() <= 4 ? small_piece(1, variable.name) : piece(1, variable.name);
    return piece(6, words({variable.flags << 8 | variable.class_number, 0})) +
           piece(5, words(variable.shape)) + (variable.name.empty() ? piece(1, "") : name) + values;
  }
  std::string plain(const MatVariable& variable) const { return piece(14, inside(variable)); }
  std::string compressed(const MatVariable& variable) const { return packed(plain(variable)); }
  /// Any bytes as a compressed element, which is not filled up.
  std::string packed(const std::string& bytes) const {
    const std::string stream = zlib_bytes(bytes);
    return words({15, static_cast<int>(stream.size())}) + stream;
  }

  std::string words(const std::vector<std::int32_t>& values) const {
    return element_bytes(values, byte_order_);
  }
  template <class T>
  std::string values(const std::vector<T>& elements) const {
    return element_bytes(elements, byte_order_);
  }

 private:
  char byte_order_;
};

}  // namespace sosi::io_test
