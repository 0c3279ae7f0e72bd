// SPDX-License-Identifier: BSD-3-Clause
#include "mutation.hpp"

#include <zlib.h>

#include <algorithm>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace sosi::fuzz {

namespace {

constexpr std::size_t kMaxInflated = 64 * 1024;
constexpr std::size_t kMaxGrowth = 256;

Bytef* as_bytef(const char* data) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(data));
}

}  // namespace

Bytes mutate(Bytes bytes) {
  const std::size_t size = bytes.size();
  bytes.resize(size + kMaxGrowth);
  bytes.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(bytes.data()), size, bytes.size()));
  return bytes;
}

std::optional<Bytes> inflated(std::string_view bytes, Wrapper wrapper) {
  z_stream stream{};
  if (inflateInit2(&stream, static_cast<int>(wrapper)) != Z_OK) return std::nullopt;
  Bytes result(kMaxInflated, '\0');
  stream.next_in = as_bytef(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = as_bytef(result.data());
  stream.avail_out = kMaxInflated;
  const int status = inflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  inflateEnd(&stream);
  return status == Z_STREAM_END ? std::optional(result) : std::nullopt;
}

Bytes deflated(std::string_view bytes, Wrapper wrapper) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, static_cast<int>(wrapper), 8, Z_DEFAULT_STRATEGY);
  Bytes result(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = as_bytef(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = as_bytef(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  deflate(&stream, Z_FINISH);
  result.resize(stream.total_out);
  deflateEnd(&stream);
  return result;
}

std::uint32_t crc32_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, as_bytef(bytes.data()), bytes.size()));
}

std::vector<std::size_t> positions(std::string_view bytes, std::string_view wanted) {
  std::vector<std::size_t> found;
  for (std::size_t at = bytes.find(wanted); at != bytes.npos; at = bytes.find(wanted, at + 1)) {
    found.push_back(at);
  }
  return found;
}

std::uint64_t little_endian(std::string_view bytes, std::size_t at, std::size_t n_bytes) {
  std::uint64_t value = 0;
  if (at > bytes.size() || bytes.size() - at < n_bytes) return value;
  for (std::size_t i = n_bytes; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

void put_little_endian(Bytes& bytes, std::size_t at, std::size_t n_bytes, std::uint64_t value) {
  if (at > bytes.size() || bytes.size() - at < n_bytes) return;
  for (std::size_t i = 0; i < n_bytes; ++i) bytes[at + i] = static_cast<char>(value >> (8 * i));
}

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  return __builtin_bswap32(static_cast<std::uint32_t>(little_endian(bytes, at, 4)));
}

void put_big_endian(Bytes& bytes, std::size_t at, std::uint32_t value) {
  put_little_endian(bytes, at, 4, __builtin_bswap32(value));
}

}  // namespace sosi::fuzz

// One mutation in eight stays as it is, broken sums and all.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  using namespace sosi::fuzz;
  if (seed % 8 == 0) return LLVMFuzzerMutate(data, size, max_size);
  const Bytes bytes = mutated(Bytes(data, data + size), seed / 8);
  if (bytes.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::copy(bytes.begin(), bytes.end(), data);
  return bytes.size();
}
