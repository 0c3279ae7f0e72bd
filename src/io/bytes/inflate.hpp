// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <zlib.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "io/bytes/byte_source.hpp"

namespace sosi::io {

/// What stands around a deflated stream.
enum class DeflateWrapper { kNone, kZlib, kGzip };

/// Where a deflated stream lies; it fills the range.
struct DeflatedRange {
  std::string path;
  FileRange range;
  DeflateWrapper wrapper;
};

/// Inflates a stream piece by piece; throws `IoError` where it is damaged.
class Inflater {
 public:
  Inflater(const DeflatedRange& from, const std::string& name);
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Fills as much as the stream still gives, and says how much that was.
  std::size_t read_some(std::span<std::byte> into);
  /// Throws unless stream and range end here, checksums of the wrapper included.
  void check_end();

 private:
  void refill();

  FileSource file_;
  z_stream stream_{};
  bool has_ended_ = false;
  std::array<std::byte, 65536> input_;
};

/// What a stream inflates to, whose size is told by someone else: one that cannot come out of the range is
/// refused before memory is taken for it.
class InflatedSource : public ByteSource {
 public:
  InflatedSource(const DeflatedRange& from, std::uint64_t n_bytes, const std::string& name);

 private:
  void fill(std::span<std::byte> into) override;

  Inflater inflater_;
};

/// The first bytes of what a stream inflates to, `n_bytes` or as many as there are.
std::string inflated_start(const DeflatedRange& from, std::size_t n_bytes, const std::string& name);

}  // namespace sosi::io
