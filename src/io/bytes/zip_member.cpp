// SPDX-License-Identifier: BSD-3-Clause
#include <zlib.h>

#include "io/bytes/inflate.hpp"
#include "io/bytes/zip.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::uint16_t kEncryptedFlags = 0x2041;  // encrypted, strongly encrypted, or its header masked
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;

[[noreturn]] void refuse_member(const std::string& name, const std::string& reason) {
  throw IoError(name + ": is damaged, " + reason);
}

// Compares what is read, once it is all there, with the checksum in the archive's directory.
class CheckedMember : public ByteSource {
 public:
  CheckedMember(std::unique_ptr<ByteSource> unchecked, std::uint32_t crc)
      : ByteSource(unchecked->name(), unchecked->n_left()), unchecked_(std::move(unchecked)), crc_(crc) {}

 private:
  void fill(std::span<std::byte> into) override {
    unchecked_->read(into);
    value_ = crc32_z(value_, reinterpret_cast<const Bytef*>(into.data()), into.size());
    if (n_left() == 0 && value_ != crc_) {
      refuse_member(name(), "its CRC-32 is not the one in the archive's directory");
    }
  }

  std::unique_ptr<ByteSource> unchecked_;
  uLong crc_;
  uLong value_ = 0;
};

// The member's own header is passed over: only the lengths of its name and extra field are needed from it.
FileRange stored_range(const std::string& path, const ZipMember& member, const std::string& name) {
  const LittleEndianBytes header = read_range(path, {member.header_offset, kLocalHeaderBytes});
  if (header.u32(0) != kLocalSignature) refuse_member(name, "its own header is not there");
  const std::uint64_t start = member.header_offset + kLocalHeaderBytes + header.u16(26) + header.u16(28);
  if (start > member.end_limit || member.n_stored_bytes > member.end_limit - start) {
    refuse_member(name, "it overlaps what follows it");
  }
  return {start, member.n_stored_bytes};
}

}  // namespace

std::unique_ptr<ByteSource> open_zip_member(const std::string& path, const ZipMember& member,
                                            const std::string& name) {
  if ((member.flags & kEncryptedFlags) != 0) throw IoError(name + ": is encrypted, which cannot be read");
  const FileRange range = stored_range(path, member, name);
  if (member.method == kStored) {
    if (member.n_bytes != member.n_stored_bytes) refuse_member(name, "its two sizes differ");
    return std::make_unique<CheckedMember>(std::make_unique<FileSource>(path, range, name), member.crc);
  }
  if (member.method != kDeflated) {
    throw IoError(name + ": is compressed by method " + std::to_string(member.method) +
                  "; known are 0 (stored) and 8 (deflated)");
  }
  const DeflatedRange deflated{path, range, DeflateWrapper::kNone};
  return std::make_unique<CheckedMember>(std::make_unique<InflatedSource>(deflated, member.n_bytes, name),
                                         member.crc);
}

}  // namespace sosi::io
