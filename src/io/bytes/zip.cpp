// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/zip.hpp"

#include <algorithm>
#include <optional>

#include "io/bytes/text.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kEnd64Signature = 0x06064b50;
constexpr std::uint32_t kLocator64Signature = 0x07064b50;
constexpr std::uint32_t kEntrySignature = 0x02014b50;
constexpr std::uint64_t kEndBytes = 22;
constexpr std::uint64_t kEnd64Bytes = 56;
constexpr std::uint64_t kLocator64Bytes = 20;
constexpr std::uint64_t kEntryBytes = 46;
constexpr std::uint64_t kMaxCommentBytes = 65535;
constexpr std::uint16_t kZip64ExtraId = 1;
// A 32-bit field of this value says that the number stands in the 64-bit place.
constexpr std::uint32_t kIn64 = 0xFFFFFFFF;

[[noreturn]] void refuse_archive(const std::string& path, const std::string& reason) {
  throw IoError(path + ": is not a sound .npz: " + reason);
}

struct Directory {
  FileRange range;
  std::uint64_t n_entries;
};

// The record that ends the archive, and where it starts. It is found from the back, since a comment of
// unknown length follows it; only one whose comment reaches exactly to the end of the file is believed.
struct EndRecord {
  LittleEndianBytes bytes;
  std::uint64_t offset;
};

EndRecord find_end_record(const std::string& path) {
  const std::uint64_t size = file_size(path);
  if (size < kEndBytes) refuse_archive(path, "it is too short");
  const std::uint64_t n_tail = std::min(size, kEndBytes + kMaxCommentBytes);
  const LittleEndianBytes tail = read_range(path, {size - n_tail, n_tail});
  for (std::uint64_t at = n_tail - kEndBytes + 1; at-- > 0;) {
    if (tail.u32(at) == kEndSignature && at + kEndBytes + tail.u16(at + 20) == n_tail) {
      return {LittleEndianBytes(tail.text(at, kEndBytes)), size - n_tail + at};
    }
  }
  refuse_archive(path, "its directory is missing, it may be cut off");
}

// Archives with big offsets carry a second, wider end record, which a locator just before the first one
// points at.
std::optional<EndRecord> find_end_record_64(const std::string& path, std::uint64_t end_offset) {
  if (end_offset < kLocator64Bytes + kEnd64Bytes) return std::nullopt;
  const std::uint64_t locator_offset = end_offset - kLocator64Bytes;
  const LittleEndianBytes locator = read_range(path, {locator_offset, kLocator64Bytes});
  if (locator.u32(0) != kLocator64Signature) return std::nullopt;
  const std::uint64_t offset = locator.u64(8);
  if (locator.u32(4) != 0 || locator.u32(16) > 1) refuse_archive(path, "it is split over several files");
  if (offset > locator_offset - kEnd64Bytes)
    refuse_archive(path, "its zip64 record lies outside of the file");
  LittleEndianBytes record = read_range(path, {offset, kEnd64Bytes});
  constexpr std::uint64_t kUncounted = 12;  // the record's length leaves out itself and the signature
  if (record.u32(0) != kEnd64Signature || record.u64(4) != locator_offset - offset - kUncounted) {
    refuse_archive(path, "its zip64 record is damaged");
  }
  return EndRecord{std::move(record), offset};
}

Directory find_directory(const std::string& path) {
  const EndRecord end = find_end_record(path);
  Directory directory{{end.bytes.u32(16), end.bytes.u32(12)}, end.bytes.u16(10)};
  std::uint64_t n_entries_here = end.bytes.u16(8);
  std::uint64_t disk = end.bytes.u16(4);
  std::uint64_t directory_end = end.offset;
  if (const auto end64 = find_end_record_64(path, end.offset)) {
    directory = {{end64->bytes.u64(48), end64->bytes.u64(40)}, end64->bytes.u64(32)};
    n_entries_here = end64->bytes.u64(24);
    disk = end64->bytes.u32(16);
    directory_end = end64->offset;
  }
  if (disk != 0 || n_entries_here != directory.n_entries)
    refuse_archive(path, "it is split over several files");
  if (directory.range.offset > directory_end ||
      directory.range.n_bytes != directory_end - directory.range.offset) {
    refuse_archive(path, "its directory is not where it should be");
  }
  return directory;
}

// The member with the sizes and the offset that were too big for 32 bits; in this order they stand in an
// extra field.
ZipMember widened(ZipMember member, const LittleEndianBytes& extra, const std::string& path) {
  std::size_t at = 0;
  while (at + 4 <= extra.size()) {
    const std::size_t end = at + 4 + extra.u16(at + 2);
    if (end > extra.size()) break;
    if (extra.u16(at) == kZip64ExtraId) {
      at += 4;
      for (std::uint64_t* value : {&member.n_bytes, &member.n_stored_bytes, &member.header_offset}) {
        if (*value != kIn64) continue;
        if (at + 8 > end) refuse_archive(path, "the zip64 sizes of " + shown(member.name) + " are damaged");
        *value = extra.u64(at);
        at += 8;
      }
      break;
    }
    at = end;
  }
  return member;
}

std::vector<ZipMember> parse_entries(const std::string& path, const Directory& directory) {
  const LittleEndianBytes bytes = read_range(path, directory.range);
  std::vector<ZipMember> members;
  std::size_t at = 0;
  while (at < bytes.size()) {
    if (bytes.size() - at < kEntryBytes || bytes.u32(at) != kEntrySignature) {
      refuse_archive(path, "its directory is damaged");
    }
    const std::size_t n_name = bytes.u16(at + 28);
    const std::size_t n_extra = bytes.u16(at + 30);
    const std::size_t n_entry = kEntryBytes + n_name + n_extra + bytes.u16(at + 32);
    if (bytes.size() - at < n_entry) refuse_archive(path, "its directory is damaged");
    ZipMember member;
    member.name = bytes.text(at + kEntryBytes, n_name);
    member.flags = bytes.u16(at + 8);
    member.method = bytes.u16(at + 10);
    member.crc = bytes.u32(at + 16);
    member.n_stored_bytes = bytes.u32(at + 20);
    member.n_bytes = bytes.u32(at + 24);
    member.header_offset = bytes.u32(at + 42);
    const LittleEndianBytes extra(bytes.text(at + kEntryBytes + n_name, n_extra));
    members.push_back(widened(std::move(member), extra, path));
    at += n_entry;
  }
  if (members.size() != directory.n_entries) refuse_archive(path, "its directory is damaged");
  return members;
}

}  // namespace

std::vector<ZipMember> read_zip_directory(const std::string& path) {
  const Directory directory = find_directory(path);
  std::vector<ZipMember> members = parse_entries(path, directory);
  std::vector<ZipMember*> by_offset;
  for (ZipMember& member : members) by_offset.push_back(&member);
  std::ranges::sort(by_offset, std::ranges::greater{},
                    [](const ZipMember* member) { return member->header_offset; });
  std::uint64_t next_start = directory.range.offset;
  for (ZipMember* member : by_offset) {
    const std::uint64_t n_header = kLocalHeaderBytes + member->name.size();
    const bool has_room = member->header_offset <= next_start &&
                          n_header <= next_start - member->header_offset &&
                          member->n_stored_bytes <= next_start - member->header_offset - n_header;
    if (!has_room) refuse_archive(path, shown(member->name) + " overlaps what follows it");
    member->end_limit = next_start;
    next_start = member->header_offset;
  }
  return members;
}

std::uint64_t LittleEndianBytes::number(std::size_t at, std::size_t n_bytes) const {
  std::uint64_t value = 0;
  for (std::size_t i = n_bytes; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes_.at(at + i));
  return value;
}

LittleEndianBytes read_range(const std::string& path, FileRange range) {
  FileSource source(path, range, path);
  std::string bytes(range.n_bytes, '\0');
  source.read(std::as_writable_bytes(std::span(bytes)));
  return LittleEndianBytes(std::move(bytes));
}

}  // namespace sosi::io
