// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "sosi/core/errors.hpp"

namespace sosi::io_test {

/// A file that is there as long as the object is.
class TempFile {
 public:
  TempFile(const std::string& name, const std::string& bytes)
      : folder_(std::filesystem::temp_directory_path() /
                ("sosi_io_" + std::to_string(getpid()) + "_" + std::to_string(count++))) {
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / name).string();
    rewrite(bytes);
  }
  ~TempFile() { std::filesystem::remove_all(folder_); }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  void rewrite(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<long>(bytes.size()));
  }
  const std::string& path() const { return path_; }

 private:
  static inline int count = 0;
  std::filesystem::path folder_;
  std::string path_;
};

/// The bytes of a number, least significant first.
inline std::string little_endian(std::uint64_t value, int n_bytes) {
  std::string bytes;
  for (int i = 0; i < n_bytes; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
  return bytes;
}

/// The bytes of elements of any kind, in the order that '<' or '>' stands for.
template <class T>
std::string element_bytes(const std::vector<T>& elements, char byte_order = '<') {
  std::string bytes;
  for (const T element : elements) {
    std::string raw(sizeof(T), '\0');
    std::memcpy(raw.data(), &element, sizeof(T));
    if ((byte_order == '>') == (std::endian::native == std::endian::little)) std::ranges::reverse(raw);
    bytes += raw;
  }
  return bytes;
}

/// An .npy file: the header's text as given, then the elements.
inline std::string npy_file(const std::string& header, const std::string& elements, int version = 1) {
  return "\x93NUMPY" + little_endian(static_cast<std::uint64_t>(version), 2) +
         little_endian(header.size(), version == 1 ? 2 : 4) + header + elements;
}

inline std::string npy_header(const std::string& descr, const std::string& shape,
                              const std::string& fortran_order = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran_order + ", 'shape': " + shape + ", }  \n";
}

/// An array of doubles in C order.
inline std::string npy_doubles(const std::string& shape, const std::vector<double>& values) {
  return npy_file(npy_header("<f8", shape), element_bytes(values));
}

inline std::string npy_int32(const std::vector<std::int32_t>& values) {
  std::string shape = "(";
  shape += std::to_string(values.size()) + ",)";
  return npy_file(npy_header("<i4", shape), element_bytes(values));
}

inline std::string deflated(const std::string& bytes) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// A file to be put into an archive, and lies to be told about it.
struct ZipEntry {
  std::string name;
  std::string bytes;
  int method = 8;
  int flags = 0;
  std::uint64_t n_bytes_more = 0;  ///< by how much the directory overstates the inflated size
  std::uint64_t offset_more = 0;
};

struct ZipLayout {
  bool is_zip64 = false;
  std::string comment = {};
};

inline std::string zip_file(const std::vector<ZipEntry>& entries, const ZipLayout& layout = {}) {
  std::string archive;
  std::string directory;
  const auto u16 = [](std::uint64_t value) { return little_endian(value, 2); };
  const auto u32 = [](std::uint64_t value) { return little_endian(value, 4); };
  const auto u64 = [](std::uint64_t value) { return little_endian(value, 8); };
  const auto narrow = [&](std::uint64_t value) { return u32(layout.is_zip64 ? 0xFFFFFFFF : value); };
  for (const ZipEntry& entry : entries) {
    const std::string stored = entry.method == 8 ? deflated(entry.bytes) : entry.bytes;
    const auto crc = crc32_z(0, reinterpret_cast<const Bytef*>(entry.bytes.data()), entry.bytes.size());
    const std::uint64_t n_bytes = entry.bytes.size() + entry.n_bytes_more;
    const std::uint64_t offset = archive.size() + entry.offset_more;
    const std::string start = u16(20) + u16(entry.flags) + u16(entry.method) + u32(0);
    // The member's own header holds no sizes, as when it is written to a pipe: they follow the data.
    archive += "PK\x03\x04" + start + u32(0) + u32(0) + u32(0) + u16(entry.name.size()) + u16(4) +
               entry.name + u16(0xCAFE) + u16(0) + stored + "PK\x07\x08" + u32(crc) + u32(stored.size()) +
               u32(n_bytes);
    const std::string extra =
        layout.is_zip64 ? u16(1) + u16(24) + u64(n_bytes) + u64(stored.size()) + u64(offset) : std::string();
    directory += "PK\x01\x02" + u16(20) + start + u32(crc) + narrow(stored.size()) + narrow(n_bytes) +
                 u16(entry.name.size()) + u16(extra.size()) + u16(3) + u16(0) + u16(0) + u32(0) +
                 narrow(offset) + entry.name + extra + "etc";
  }
  const std::uint64_t start = archive.size();
  archive += directory;
  if (layout.is_zip64) {
    const std::uint64_t record = archive.size();
    archive += "PK\x06\x06" + u64(44) + u16(45) + u16(45) + u32(0) + u32(0) + u64(entries.size()) +
               u64(entries.size()) + u64(directory.size()) + u64(start);
    archive += "PK\x06\x07" + u32(0) + u64(record) + u32(1);
  }
  const std::uint64_t count = layout.is_zip64 ? 0xFFFF : entries.size();
  return archive + "PK\x05\x06" + u16(0) + u16(0) + u16(count) + u16(count) + narrow(directory.size()) +
         narrow(start) + u16(layout.comment.size()) + layout.comment;
}

/// The message of the error that a call has to end with.
template <class Error, class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  } catch (const std::exception& error) {
    ADD_FAILURE() << "another kind of error: " << error.what();
    return {};
  }
  ADD_FAILURE() << "no error";
  return {};
}

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace sosi::io_test
