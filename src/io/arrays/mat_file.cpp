// SPDX-License-Identifier: BSD-3-Clause
#include "io/arrays/mat_file.hpp"

#include <algorithm>

#include "io/bytes/inflate.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

constexpr std::uint64_t kFileHeaderBytes = 128;
constexpr std::string_view kHdf5Magic = "\x89HDF\r\n\x1A\n";

std::string read_bytes(const std::string& path, FileRange range) {
  std::string bytes(range.n_bytes, '\0');
  FileSource(path, range, path).read(std::as_writable_bytes(std::span(bytes)));
  return bytes;
}

// A file of version 4 starts with a number whose decimal digits tell byte order, 0, type and storage.
bool starts_as_version_4(std::string_view start) {
  if (start.size() < 20) return false;
  const auto* bytes = reinterpret_cast<const std::byte*>(start.data());
  return std::ranges::any_of(std::array{std::endian::little, std::endian::big}, [&](std::endian order) {
    const std::uint32_t code = element_at<std::uint32_t>(bytes, order);
    return code < 5000 && code / 100 % 10 == 0 && code / 10 % 10 < 6 && code % 10 < 3;
  });
}

[[noreturn]] void refuse_other_versions(const std::string& path, std::string_view start, bool is_hdf5) {
  constexpr std::string_view kRemedy = "; save it in MATLAB with -v7, as in save('x.mat', 'X', 'y', '-v7')";
  if (is_hdf5 || start.starts_with(kHdf5Magic)) {
    throw InvalidInput(path + ": is a MAT-file of version 7.3, which is HDF5" + std::string(kRemedy));
  }
  if (starts_as_version_4(start)) {
    throw InvalidInput(path + ": is a MAT-file of version 4" + std::string(kRemedy));
  }
  throw IoError(path + ": is not a MAT-file, it does not start as one");
}

// The last bytes of the header are the letters MI as a number, and before them the version.
std::endian read_byte_order(const std::string& path) {
  const std::string start = read_bytes(path, {0, std::min(file_size(path), kFileHeaderBytes)});
  if (start.size() < kFileHeaderBytes) refuse_other_versions(path, start, false);
  const std::string_view mark = std::string_view(start).substr(126);
  if (mark != "IM" && mark != "MI") refuse_other_versions(path, start, false);
  const std::endian byte_order = mark == "IM" ? std::endian::little : std::endian::big;
  const auto* version_at = reinterpret_cast<const std::byte*>(start.data()) + 124;
  const std::uint16_t version = element_at<std::uint16_t>(version_at, byte_order);
  if (version != 0x0100) refuse_other_versions(path, start, version == 0x0200);
  return byte_order;
}

}  // namespace

MatFile::MatFile(const std::string& path) : NamedArrays(path), byte_order_(read_byte_order(path)) {
  const std::uint64_t size = file_size(path);
  std::uint64_t at = kFileHeaderBytes;
  while (at < size) {
    const std::string place = path + ": the array at byte " + std::to_string(at);
    if (size - at < kMatTagBytes) throw IoError(place + ": is damaged, the file ends within its tag");
    const MatTag tag = parse_mat_tag(read_bytes(path, {at, kMatTagBytes}), byte_order_);
    const FileRange range{at + kMatTagBytes, tag.n_bytes};
    if (tag.n_bytes > size - range.offset) {
      throw IoError(place + ": is damaged, it declares " + std::to_string(tag.n_bytes) + " bytes and has " +
                    std::to_string(size - range.offset));
    }
    MatHeader header = read_mat_header(*open_inside(tag, range, place), byte_order_);
    // What objects refer to is stored without a name.
    if (!header.name.empty()) members_.push_back({std::move(header), tag, range});
    at = range.offset + range.n_bytes;
  }
  std::vector<std::string_view> names;
  for (const Member& member : members_) names.push_back(member.header.name);
  check_names_differ(std::move(names));
}

StoredArray MatFile::as_column(StoredArray array) const {
  if (array.shape.size() == 2 && array.shape[0] == 1) array.shape = {array.shape[1]};
  return array;
}

StoredArray MatFile::open_member(std::string_view name) const {
  const Member& member = *find(name);
  return open_mat_array(open_inside(member.tag, member.range, display_name(name)), byte_order_);
}

std::vector<ListedArray> MatFile::list() const {
  std::vector<ListedArray> listed;
  for (const Member& member : members_) {
    const MatHeader& header = member.header;
    const std::string size = header.shape.empty() ? "" : shape_text(header.shape) + " ";
    listed.push_back({header.name, size + header.class_name, header.shape, header.is_readable});
  }
  return listed;
}

const MatFile::Member* MatFile::find(std::string_view name) const {
  const auto found =
      std::ranges::find_if(members_, [&](const Member& member) { return member.header.name == name; });
  return found == members_.end() ? nullptr : &*found;
}

// What a matrix element holds; a compressed one inflates to another tag and that.
std::unique_ptr<ByteSource> MatFile::open_inside(const MatTag& tag, FileRange range,
                                                 const std::string& name) const {
  if (tag.type == kMatMatrix) return std::make_unique<FileSource>(path(), range, name);
  if (tag.type != kMatCompressed) {
    throw IoError(name + ": is damaged, a matrix has the code 14 and not " + std::to_string(tag.type));
  }
  const DeflatedRange deflated{path(), range, DeflateWrapper::kZlib};
  const std::string start = inflated_start(deflated, kMatTagBytes, name);
  if (start.size() < kMatTagBytes) throw IoError(name + ": is damaged, it inflates to nothing");
  const MatTag inner = parse_mat_tag(start, byte_order_);
  if (inner.type != kMatMatrix) {
    throw IoError(name + ": is damaged, it inflates to something that is not a matrix");
  }
  auto source = std::make_unique<InflatedSource>(deflated, kMatTagBytes + inner.n_bytes, name);
  source->skip(kMatTagBytes);
  return source;
}

}  // namespace sosi::io
