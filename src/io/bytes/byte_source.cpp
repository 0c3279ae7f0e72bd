// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/byte_source.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "sosi/core/errors.hpp"

namespace sosi::io {

void ByteSource::read(std::span<std::byte> into) {
  if (into.size() > n_left_) {
    throw IoError(name_ + ": ends early, " + std::to_string(into.size() - n_left_) +
                  " more bytes are needed");
  }
  // Counted down first: fill() may look at n_left() to see that these are the last bytes.
  n_left_ -= into.size();
  fill(into);
}

void ByteSource::skip(std::uint64_t n_bytes) {
  std::array<std::byte, 16384> unused;
  while (n_bytes > 0) {
    const std::size_t n = std::min<std::uint64_t>(n_bytes, unused.size());
    read({unused.data(), n});
    n_bytes -= n;
  }
}

std::ifstream open_file(const std::string& path) {
  const std::filesystem::file_status status = [&] {
    std::error_code ignored;  // the type says as much
    return std::filesystem::status(path, ignored);
  }();
  if (status.type() == std::filesystem::file_type::not_found) throw IoError(path + ": no such file");
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw IoError(path + ": is not a regular file");
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw IoError(path + ": cannot be opened: " + std::generic_category().message(errno));
  return file;
}

std::uint64_t file_size(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) throw IoError(path + ": " + error.message());
  return size;
}

FileSource::FileSource(const std::string& path) : FileSource(path, {0, file_size(path)}, path) {}

FileSource::FileSource(const std::string& path, FileRange range, std::string name)
    : ByteSource(std::move(name), range.n_bytes), file_(open_file(path)) {
  const std::uint64_t size = file_size(path);
  if (range.offset > size || range.n_bytes > size - range.offset) {
    throw IoError(this->name() + ": lies beyond the end of the file");
  }
  file_.seekg(static_cast<std::streamoff>(range.offset));
}

void FileSource::fill(std::span<std::byte> into) {
  file_.read(reinterpret_cast<char*>(into.data()), static_cast<std::streamsize>(into.size()));
  if (!file_) throw IoError(name() + ": cannot be read to its end");
}

void MemorySource::fill(std::span<std::byte> into) {
  std::ranges::copy(rest_.first(into.size()), into.begin());
  rest_ = rest_.subspan(into.size());
}

}  // namespace sosi::io
