// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "fuzz.hpp"
#include "io/images/image_file.hpp"
#include "mutation.hpp"

void sosi::fuzz::read_input(std::span<const std::byte> input) {
  attempt([&] { io::decode_image(input, "input"); });
}

namespace {

constexpr std::size_t kSignatureBytes = 8;
constexpr std::size_t kChunkBytes = 12;  // length, type and CRC-32, without the content

// Where a chunk starts, the last one where there are not so many.
std::size_t find_chunk(std::string_view png, unsigned number) {
  std::size_t at = kSignatureBytes;
  for (; number > 0; --number) {
    const std::size_t next = at + kChunkBytes + sosi::fuzz::big_endian(png, at);
    if (next + kChunkBytes > png.size()) break;
    at = next;
  }
  return at;
}

}  // namespace

// A chunk's content, or what it inflates to, is mutated, at times its type too; its length and the CRC-32 of
// type and content follow.
sosi::fuzz::Bytes sosi::fuzz::mutated(Bytes bytes, unsigned seed) {
  const std::size_t at = find_chunk(bytes, seed % 8);
  if (bytes.size() < at + kChunkBytes) return mutate(std::move(bytes));
  const std::size_t n_content = std::min<std::size_t>(big_endian(bytes, at), bytes.size() - at - kChunkBytes);
  const Bytes type = bytes.substr(at + 4, 4);
  const Bytes content = bytes.substr(at + 8, n_content);
  const std::optional<Bytes> inside = inflated(content, Wrapper::kZlib);
  const bool keeps_type = seed / 8 % 4 != 0;
  Bytes chunk = inside       ? type + deflated(mutate(*inside), Wrapper::kZlib)
                : keeps_type ? type + mutate(content)
                             : mutate(type + content);
  chunk.insert(0, 4, '\0');
  chunk.resize(std::max<std::size_t>(chunk.size(), 8) + 4);
  put_big_endian(chunk, 0, static_cast<std::uint32_t>(chunk.size() - kChunkBytes));
  put_big_endian(chunk, chunk.size() - 4, crc32_of(std::string_view(chunk).substr(4, chunk.size() - 8)));
  return bytes.replace(at, kChunkBytes + n_content, chunk);
}
