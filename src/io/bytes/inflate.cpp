// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/inflate.hpp"

#include <algorithm>
#include <limits>

#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

// Deflate spends at least one bit on 129 bytes; a size beyond that is a lie, told to take memory.
constexpr std::uint64_t kMaxExpansion = 1032;
constexpr std::uint64_t kExpansionSlack = 64 * 1024;

[[noreturn]] void refuse(const std::string& name, const std::string& reason) {
  throw IoError(name + ": is damaged, " + reason);
}

// zlib's way to say which wrapper is expected.
int window_bits(DeflateWrapper wrapper) {
  switch (wrapper) {
    case DeflateWrapper::kZlib:
      return MAX_WBITS;
    case DeflateWrapper::kGzip:
      return MAX_WBITS + 16;
    case DeflateWrapper::kNone:
      break;
  }
  return -MAX_WBITS;
}

std::uint64_t believed_size(const DeflatedRange& from, std::uint64_t n_bytes, const std::string& name) {
  if (n_bytes > kExpansionSlack && (n_bytes - kExpansionSlack) / kMaxExpansion > from.range.n_bytes) {
    refuse(name, std::to_string(n_bytes) + " bytes cannot come out of " + std::to_string(from.range.n_bytes));
  }
  return n_bytes;
}

}  // namespace

Inflater::Inflater(const DeflatedRange& from, const std::string& name) : file_(from.path, from.range, name) {
  if (inflateInit2(&stream_, window_bits(from.wrapper)) != Z_OK) {
    throw IoError(name + ": cannot be inflated, no memory");
  }
}

Inflater::~Inflater() {
  inflateEnd(&stream_);
}

std::size_t Inflater::read_some(std::span<std::byte> into) {
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
      refuse(file_.name(), "it does not inflate");
    }
  }
  return n_done;
}

void Inflater::check_end() {
  std::array<std::byte, 1> beyond;
  if (read_some(beyond) != 0) refuse(file_.name(), "it inflates to more than declared");
  if (stream_.avail_in != 0 || file_.n_left() != 0) refuse(file_.name(), "bytes follow its end");
}

void Inflater::refill() {
  if (stream_.avail_in != 0 || file_.n_left() == 0) return;
  const std::size_t n = std::min<std::uint64_t>(file_.n_left(), input_.size());
  file_.read({input_.data(), n});
  stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
  stream_.avail_in = static_cast<uInt>(n);
}

InflatedSource::InflatedSource(const DeflatedRange& from, std::uint64_t n_bytes, const std::string& name)
    : ByteSource(name, believed_size(from, n_bytes, name)), inflater_(from, name) {}

void InflatedSource::fill(std::span<std::byte> into) {
  if (inflater_.read_some(into) != into.size()) refuse(name(), "it inflates to less than declared");
  if (n_left() == 0) inflater_.check_end();
}

std::string inflated_start(const DeflatedRange& from, std::size_t n_bytes, const std::string& name) {
  std::string start(n_bytes, '\0');
  start.resize(Inflater(from, name).read_some(std::as_writable_bytes(std::span(start))));
  return start;
}

}  // namespace sosi::io
