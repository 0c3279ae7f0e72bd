// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/bytes/byte_source.hpp"

namespace sosi::io {

/// An array of a safetensors file.
struct TensorInfo {
  std::string name;
  std::string type;                  ///< as the format calls it: "F64", "I32", "U32", …
  std::vector<std::uint64_t> shape;  ///< row-major

  bool operator==(const TensorInfo&) const = default;
};

/// What stands before the arrays' bytes.
struct SafetensorsHeader {
  std::map<std::string, std::string> metadata;
  std::vector<TensorInfo> tensors;  ///< in the order of their bytes, which follow each other without holes
};

/// Writes a safetensors file: its header when made, then the arrays in the header's order.
class SafetensorsWriter {
 public:
  /// `name` is what errors call the file; the stream must outlive the writer.
  SafetensorsWriter(std::ostream& out, const SafetensorsHeader& header, const std::string& name);

  void write(std::span<const std::byte> bytes);

  /// CRC-32 of every byte so far.
  std::uint32_t checksum() const { return checksum_; }

 private:
  std::ostream& out_;
  std::uint32_t checksum_ = 0;
};

/// Reads a safetensors file; once made, its header describes all bytes of the file, each once.
class SafetensorsReader {
 public:
  explicit SafetensorsReader(std::unique_ptr<ByteSource> source);

  const std::string& name() const { return source_->name(); }
  const SafetensorsHeader& header() const { return header_; }

  /// The next bytes of the arrays.
  void read(std::span<std::byte> into);

  /// CRC-32 of every byte so far.
  std::uint32_t checksum() const { return checksum_; }

 private:
  std::string read_header_text();

  std::unique_ptr<ByteSource> source_;
  std::uint32_t checksum_ = 0;
  SafetensorsHeader header_;
};

}  // namespace sosi::io
