// SPDX-License-Identifier: BSD-3-Clause
// For targets whose format has checksums or lengths that a random mutation would break.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sosi::fuzz {

/// The bytes of a file.
using Bytes = std::string;

/// To be defined by the target: a mutation of a file; `seed` is the only source of chance besides `mutate`.
Bytes mutated(Bytes bytes, unsigned seed);

/// A mutation by libFuzzer.
Bytes mutate(Bytes bytes);

/// What stands around a deflated stream: zlib's window bits.
enum class Wrapper { kNone = -15, kZlib = 15, kGzip = 31 };

/// Nothing where the bytes are no such stream, or one of more than 64 KiB.
std::optional<Bytes> inflated(std::string_view bytes, Wrapper wrapper);
Bytes deflated(std::string_view bytes, Wrapper wrapper);

std::uint32_t crc32_of(std::string_view bytes);

/// Where a text begins, everywhere.
std::vector<std::size_t> positions(std::string_view bytes, std::string_view wanted);

/// Unsigned numbers within bytes; what lies beyond the end reads as 0 and is not written.
std::uint64_t little_endian(std::string_view bytes, std::size_t at, std::size_t n_bytes);
void put_little_endian(Bytes& bytes, std::size_t at, std::size_t n_bytes, std::uint64_t value);
std::uint32_t big_endian(std::string_view bytes, std::size_t at);
void put_big_endian(Bytes& bytes, std::size_t at, std::uint32_t value);

}  // namespace sosi::fuzz
