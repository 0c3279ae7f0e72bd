// SPDX-License-Identifier: BSD-3-Clause
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>

#include "io/text.hpp"
#include "io/zip.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::uint64_t kLocalHeaderBytes = 30;
constexpr std::uint16_t kEncryptedFlags = 0x2041;  // encrypted, strongly encrypted, or its header masked
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;
// Deflate spends at least one bit on 129 bytes; a size beyond that is a lie, told to take memory.
constexpr std::uint64_t kMaxExpansion = 1032;
constexpr std::uint64_t kExpansionSlack = 64 * 1024;

[[noreturn]] void refuse_member(const std::string& name, const std::string& reason) {
  throw IoError(name + ": is damaged, " + reason);
}

// Compares what has been read with the checksum in the archive's directory.
class Checksum {
 public:
  explicit Checksum(std::uint32_t expected) : expected_(expected) {}

  void add(std::span<const std::byte> bytes) {
    value_ = crc32_z(value_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  }
  void check(const std::string& name) const {
    if (value_ != expected_) refuse_member(name, "its CRC-32 is not the one in the archive's directory");
  }

 private:
  uLong expected_;
  uLong value_ = 0;
};

class StoredMember : public ByteSource {
 public:
  StoredMember(const std::string& path, FileRange range, const ZipMember& member, const std::string& name)
      : ByteSource(name, member.n_bytes), file_(path, range, name), checksum_(member.crc) {}

 private:
  void fill(std::span<std::byte> into) override {
    file_.read(into);
    checksum_.add(into);
    if (n_left() == 0) checksum_.check(name());
  }

  FileSource file_;
  Checksum checksum_;
};

class DeflatedMember : public ByteSource {
 public:
  DeflatedMember(const std::string& path, FileRange range, const ZipMember& member, const std::string& name)
      : ByteSource(name, member.n_bytes), file_(path, range, name), checksum_(member.crc) {
    // Negative: raw deflate, without the header and trailer of a zlib stream.
    if (inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw IoError(name + ": cannot be inflated, no memory");
  }
  ~DeflatedMember() override { inflateEnd(&stream_); }

 private:
  void fill(std::span<std::byte> into) override {
    if (inflate_some(into) != into.size()) refuse_member(name(), "it inflates to less than declared");
    checksum_.add(into);
    if (n_left() == 0) finish();
  }

  void finish() {
    std::array<std::byte, 1> beyond;
    if (inflate_some(beyond) != 0) refuse_member(name(), "it inflates to more than declared");
    if (stream_.avail_in != 0 || file_.n_left() != 0) refuse_member(name(), "bytes follow its end");
    checksum_.check(name());
  }

  // Fills as much as the stream still gives.
  std::size_t inflate_some(std::span<std::byte> into) {
    std::size_t n_done = 0;
    while (n_done < into.size() && !has_ended_) {
      const std::size_t n = std::min<std::size_t>(into.size() - n_done, std::numeric_limits<uInt>::max());
      stream_.next_out = reinterpret_cast<Bytef*>(into.data() + n_done);
      stream_.avail_out = static_cast<uInt>(n);
      refill();
      const int status = inflate(&stream_, Z_NO_FLUSH);
      n_done += n - stream_.avail_out;
      if (status == Z_STREAM_END) {
        has_ended_ = true;
      } else if (status != Z_OK) {
        // Z_BUF_ERROR among them: no byte is left to go on with.
        refuse_member(name(), "it does not inflate");
      }
    }
    return n_done;
  }

  void refill() {
    if (stream_.avail_in != 0 || file_.n_left() == 0) return;
    const std::size_t n = std::min<std::uint64_t>(file_.n_left(), input_.size());
    file_.read({input_.data(), n});
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(n);
  }

  FileSource file_;
  Checksum checksum_;
  z_stream stream_{};
  bool has_ended_ = false;
  std::array<std::byte, 65536> input_;
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
    return std::make_unique<StoredMember>(path, range, member, name);
  }
  if (member.method != kDeflated) {
    throw IoError(name + ": is compressed by method " + std::to_string(member.method) +
                  "; known are 0 (stored) and 8 (deflated)");
  }
  if (member.n_bytes > kExpansionSlack &&
      (member.n_bytes - kExpansionSlack) / kMaxExpansion > member.n_stored_bytes) {
    refuse_member(name, std::to_string(member.n_bytes) + " bytes cannot come out of " +
                            std::to_string(member.n_stored_bytes));
  }
  return std::make_unique<DeflatedMember>(path, range, member, name);
}

}  // namespace sosi::io
