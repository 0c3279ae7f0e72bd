// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <string>
#include <utility>

#include "io/images/byte_cursor.hpp"
#include "io/images/raster.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

constexpr const char* kGif = "GIF";
// A code of 12 bits stands for 4096 pixels at most.
constexpr std::uint64_t kMaxGifPixelsPerByte = 4096;
constexpr int kMaxCodes = 4096;
constexpr int kMaxCodeBits = 12;

// Codes of a growing number of bits, the lower bits first, out of blocks of up to 255 bytes.
class CodeReader {
 public:
  explicit CodeReader(ByteCursor& file) : file_(file) {}

  int next(int n_bits) {
    while (n_held_ < n_bits) {
      held_ |= next_byte() << n_held_;
      n_held_ += 8;
    }
    const int code = static_cast<int>(held_ & ((1U << n_bits) - 1));
    held_ >>= n_bits;
    n_held_ -= n_bits;
    return code;
  }

 private:
  std::uint32_t next_byte() {
    if (n_block_ == 0) n_block_ = file_.number(1);
    if (n_block_ == 0) file_.fail("it ends within its pixels");
    --n_block_;
    return file_.number(1);
  }

  ByteCursor& file_;
  std::uint32_t n_block_ = 0;
  std::uint32_t held_ = 0;
  int n_held_ = 0;
};

// The strings of the codes as a tree: each is another one and a last index.
class CodeTable {
 public:
  explicit CodeTable(int n_first) : n_first_(n_first) { clear(); }

  void clear() { n_codes_ = n_first_ + 2; }
  int n_codes() const { return n_codes_; }
  bool is_first(int code) const { return code < n_first_; }

  void add(int prefix, std::uint8_t last) {
    if (n_codes_ == kMaxCodes) return;
    prefix_[n_codes_] = prefix;
    last_[n_codes_++] = last;
  }

  // The string of a code, its end first.
  void spell_backwards(int code, std::vector<std::uint8_t>& out) const {
    out.clear();
    for (; !is_first(code); code = prefix_[code]) out.push_back(last_[code]);
    out.push_back(static_cast<std::uint8_t>(code));
  }

 private:
  int n_first_;
  int n_codes_ = 0;
  std::array<int, kMaxCodes> prefix_ = {};
  std::array<std::uint8_t, kMaxCodes> last_ = {};
};

std::vector<std::uint8_t> read_indices(ByteCursor& file, std::size_t n_pixels) {
  const int n_first_bits = static_cast<int>(file.number(1));
  if (n_first_bits < 2 || n_first_bits > 8) {
    file.fail("its codes start with " + std::to_string(n_first_bits) + " bits");
  }
  const int clear = 1 << n_first_bits;
  CodeReader codes(file);
  CodeTable table(clear);
  std::vector<std::uint8_t> indices;
  indices.reserve(n_pixels);
  std::vector<std::uint8_t> backwards;
  int n_bits = n_first_bits + 1;
  int last = -1;
  while (indices.size() < n_pixels) {
    const int code = codes.next(n_bits);
    if (code == clear) {
      table.clear();
      n_bits = n_first_bits + 1;
      last = -1;
      continue;
    }
    const bool is_new = code == table.n_codes() && last >= 0;
    if (code == clear + 1 || (code >= table.n_codes() && !is_new)) file.fail("it ends within its pixels");
    // A code that is about to be added: the last string and its own first index.
    table.spell_backwards(is_new ? last : code, backwards);
    const std::uint8_t first = backwards.back();
    if (is_new) backwards.insert(backwards.begin(), first);
    for (auto at = backwards.rbegin(); at != backwards.rend() && indices.size() < n_pixels; ++at) {
      indices.push_back(*at);
    }
    if (last >= 0) table.add(last, first);
    if (table.n_codes() == 1 << n_bits && n_bits < kMaxCodeBits) ++n_bits;
    last = code;
  }
  return indices;
}

// The row that is stored at a place among the interlaced ones: every eighth, those in between, and so on.
std::vector<Index> interlaced_rows(Index height) {
  std::vector<Index> rows;
  for (const auto& [first, step] : {std::pair<Index, Index>{0, 8}, {4, 8}, {2, 4}, {1, 2}}) {
    for (Index row = first; row < height; row += step) rows.push_back(row);
  }
  return rows;
}

class GifReader {
 public:
  explicit GifReader(std::span<const std::byte> bytes) : n_bytes_(bytes.size()), file_(bytes, kGif) {}

  // The first frame, over black.
  Raster read() {
    constexpr std::size_t kSignature = 6;
    file_.skip(kSignature);
    raster_.size.width = file_.number(2);
    raster_.size.height = file_.number(2);
    raster_.n_channels = 4;
    const std::uint32_t flags = file_.number(1);
    file_.skip(2);
    read_palette(flags);
    check_declared_size(raster_.size, n_bytes_ * kMaxGifPixelsPerByte);
    for (;;) {
      const std::uint32_t kind = file_.number(1);
      if (kind == ',') break;
      if (kind != '!') file_.fail("it holds no frame");
      read_extension();
    }
    read_frame();
    return std::move(raster_);
  }

 private:
  void read_palette(std::uint32_t flags) {
    if ((flags & 0x80) == 0) return;
    palette_ = file_.take(std::size_t{3} << ((flags & 7) + 1));
  }

  void read_extension() {
    constexpr std::uint32_t kGraphicControl = 0xF9;
    const std::uint32_t kind = file_.number(1);
    while (const std::uint32_t n = file_.number(1)) {
      ByteCursor block(file_.take(n), kGif);
      if (kind != kGraphicControl || n < 4) continue;
      const bool has_transparency = (block.number(1) & 1) != 0;
      block.skip(2);
      transparent_ = has_transparency ? static_cast<int>(block.number(1)) : -1;
    }
  }

  void read_frame() {
    const Index left = file_.number(2);
    const Index top = file_.number(2);
    const Index width = file_.number(2);
    const Index height = file_.number(2);
    const std::uint32_t flags = file_.number(1);
    read_palette(flags);
    const auto [screen_height, screen_width] = raster_.size;
    if (left + width > screen_width || top + height > screen_height) {
      file_.fail("its frame goes beyond " + to_text(raster_.size) + " pixels");
    }
    const std::vector<std::uint8_t> indices = read_indices(file_, static_cast<std::size_t>(width * height));
    raster_.samples.assign(4 * static_cast<std::size_t>(screen_height * screen_width), 0);
    const std::vector<Index> rows = interlaced_rows((flags & 0x40) != 0 ? height : 0);
    for (Index i = 0; i < height; ++i) {
      const Index row = top + (rows.empty() ? i : rows[i]);
      for (Index x = 0; x < width; ++x) paint(row * screen_width + left + x, indices[i * width + x]);
    }
  }

  void paint(Index pixel, std::uint8_t index) {
    const std::size_t at = 3 * static_cast<std::size_t>(index);
    if (index == transparent_) return;
    if (at + 3 > palette_.size()) file_.fail("a pixel has no color");
    for (std::size_t k = 0; k < 3; ++k) {
      raster_.samples[4 * pixel + k] = std::to_integer<std::uint8_t>(palette_[at + k]);
    }
    raster_.samples[4 * pixel + 3] = 255;
  }

  std::size_t n_bytes_;
  ByteCursor file_;
  Raster raster_;
  std::span<const std::byte> palette_;
  int transparent_ = -1;
};

}  // namespace

Raster decode_gif(std::span<const std::byte> bytes) {
  return GifReader(bytes).read();
}

}  // namespace sosi::io
