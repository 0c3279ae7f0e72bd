// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "io/bytes/byte_source.hpp"

namespace sosi::io {

/// Of the header before each member, without its name and extra field.
inline constexpr std::uint64_t kLocalHeaderBytes = 30;

/// A file inside a zip archive, as the archive's directory describes it.
struct ZipMember {
  std::string name;
  std::uint16_t flags = 0;
  std::uint16_t method = 0;
  std::uint32_t crc = 0;
  std::uint64_t n_stored_bytes = 0;
  std::uint64_t n_bytes = 0;        ///< once inflated
  std::uint64_t header_offset = 0;  ///< where its own header stands
  std::uint64_t end_limit = 0;      ///< where the next thing in the archive starts
};

/// Reads the directory of an archive, zip64 too; throws `IoError` when it is damaged or members overlap.
std::vector<ZipMember> read_zip_directory(const std::string& path);

/// The bytes of a member, inflated as they are read and checked against its CRC-32 when the last one is.
/// Throws `IoError` for a member that is encrypted, compressed otherwise, or declares more than it can hold.
std::unique_ptr<ByteSource> open_zip_member(const std::string& path, const ZipMember& member,
                                            const std::string& name);

/// Unsigned numbers, least significant byte first, at any offset of a piece of a file.
class LittleEndianBytes {
 public:
  explicit LittleEndianBytes(std::string bytes) : bytes_(std::move(bytes)) {}
  std::size_t size() const { return bytes_.size(); }
  std::uint16_t u16(std::size_t at) const { return static_cast<std::uint16_t>(number(at, 2)); }
  std::uint32_t u32(std::size_t at) const { return static_cast<std::uint32_t>(number(at, 4)); }
  std::uint64_t u64(std::size_t at) const { return number(at, 8); }
  std::string text(std::size_t at, std::size_t n_bytes) const { return bytes_.substr(at, n_bytes); }

 private:
  std::uint64_t number(std::size_t at, std::size_t n_bytes) const;

  std::string bytes_;
};

/// A piece of a file; throws `IoError` when it is not all there.
LittleEndianBytes read_range(const std::string& path, FileRange range);

}  // namespace sosi::io
