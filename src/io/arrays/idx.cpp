// SPDX-License-Identifier: BSD-3-Clause
#include "io/arrays/idx.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <string_view>

#include "io/arrays/one_array_file.hpp"
#include "io/bytes/inflate.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

constexpr std::size_t kStartBytes = 4;  // two zeros, the type, the rank
constexpr std::size_t kMaxIdxHeaderBytes = kStartBytes + 4 * 255;
constexpr std::string_view kGzipMagic = "\x1F\x8B";

struct IdxType {
  unsigned char code;
  std::string_view name;
  char kind;
  std::uint64_t n_bytes;
};

constexpr IdxType kTypes[] = {{0x08, "uint8", 'u', 1}, {0x09, "int8", 'i', 1},    {0x0B, "int16", 'i', 2},
                              {0x0C, "int32", 'i', 4}, {0x0D, "float32", 'f', 4}, {0x0E, "float64", 'f', 8}};

struct IdxHeader {
  const IdxType& type;
  Shape shape;

  ElementType element_type() const { return {type.kind, type.n_bytes, std::endian::big}; }
  std::size_t n_bytes() const { return kStartBytes + 4 * shape.size(); }
};

// The header, from the first bytes of what is said to be IDX.
IdxHeader parse_header(std::string_view start, const std::string& path) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(start[at]); };
  if (start.size() < kStartBytes || byte(0) != 0 || byte(1) != 0) {
    throw IoError(path + ": is not IDX, it does not start with two zero bytes, a type and a rank");
  }
  const auto* type = std::ranges::find(kTypes, byte(2), &IdxType::code);
  if (type == std::end(kTypes)) {
    throw IoError(path + ": is not IDX, there is no type of elements with the code " +
                  std::to_string(byte(2)));
  }
  IdxHeader header{*type, Shape(byte(3))};
  if (start.size() < header.n_bytes()) throw IoError(path + ": ends early, within the sizes of the array");
  for (std::size_t axis = 0; axis < header.shape.size(); ++axis) {
    const auto* at = reinterpret_cast<const std::byte*>(start.data()) + kStartBytes + 4 * axis;
    header.shape[axis] = element_at<std::uint32_t>(at, std::endian::big);
  }
  return header;
}

std::string file_start(const std::string& path, FileRange whole) {
  std::string start(std::min<std::uint64_t>(whole.n_bytes, kMaxIdxHeaderBytes), '\0');
  FileSource(path).read(std::as_writable_bytes(std::span(start)));
  return start;
}

// What cannot be counted in 64 bits cannot come out of any file.
std::uint64_t declared_bytes(const IdxHeader& header) {
  constexpr std::uint64_t kTooMany = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t n_bytes = elements_bytes(header.shape, header.element_type()).value_or(kTooMany);
  return n_bytes > kTooMany - header.n_bytes() ? kTooMany : n_bytes + header.n_bytes();
}

// Browsers unpack what they save without renaming it: the first bytes say whether it is gzipped.
StoredArray open_idx(const std::string& path) {
  const FileRange whole{0, file_size(path)};
  std::string start = file_start(path, whole);
  const bool is_gzipped = start.starts_with(kGzipMagic);
  const DeflatedRange gzip{path, whole, DeflateWrapper::kGzip};
  if (is_gzipped) start = inflated_start(gzip, kMaxIdxHeaderBytes, path);
  const IdxHeader header = parse_header(start, path);
  std::unique_ptr<ByteSource> source;
  if (is_gzipped) {
    source = std::make_unique<InflatedSource>(gzip, declared_bytes(header), path);
  } else {
    source = std::make_unique<FileSource>(path);
  }
  source->skip(header.n_bytes());
  StoredArray array{std::move(source), header.shape, ElementOrder::kC, header.element_type(),
                    std::string(header.type.name)};
  check_elements_take(array, array.source->n_left());
  return array;
}

}  // namespace

SampleTable read_idx_samples(const SampleSource& source) {
  check_is_one_array(source);
  return whole_table(open_idx(source.path));
}

std::vector<std::string> read_idx_labels(const LabelSource& source) {
  check_is_one_array(source);
  return read_names(open_idx(source.path));
}

}  // namespace sosi::io
