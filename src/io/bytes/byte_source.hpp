// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <string>

namespace sosi::io {

/// A known number of bytes that are read once, in order: a file, a part of one, or what a part inflates to.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// What error messages call it: the file, and the array inside of it.
  const std::string& name() const { return name_; }
  /// How many bytes are still to be read, by declaration: no memory is to be taken for more.
  std::uint64_t n_left() const { return n_left_; }

  /// Fills all of `into`; throws `IoError` when the source ends before.
  void read(std::span<std::byte> into);
  void skip(std::uint64_t n_bytes);

 protected:
  ByteSource(std::string name, std::uint64_t n_bytes) : name_(std::move(name)), n_left_(n_bytes) {}

 private:
  virtual void fill(std::span<std::byte> into) = 0;

  std::string name_;
  std::uint64_t n_left_;
};

/// Opens a regular file for reading; throws `IoError` with the reason when that is not possible.
std::ifstream open_file(const std::string& path);

std::uint64_t file_size(const std::string& path);

/// Consecutive bytes of a file.
struct FileRange {
  std::uint64_t offset;
  std::uint64_t n_bytes;
};

class FileSource : public ByteSource {
 public:
  /// The whole file.
  explicit FileSource(const std::string& path);
  /// A part of it; throws `IoError` when the file ends before.
  FileSource(const std::string& path, FileRange range, std::string name);

 private:
  void fill(std::span<std::byte> into) override;

  std::ifstream file_;
};

/// Bytes that lie in memory, which must outlive this.
class MemorySource : public ByteSource {
 public:
  MemorySource(std::span<const std::byte> bytes, std::string name)
      : ByteSource(std::move(name), bytes.size()), rest_(bytes) {}

 private:
  void fill(std::span<std::byte> into) override;

  std::span<const std::byte> rest_;
};

}  // namespace sosi::io
