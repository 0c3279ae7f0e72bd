// SPDX-License-Identifier: BSD-3-Clause
#include "io/arrays/npy_header.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "io/bytes/text.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
// Ours is under 200 bytes; records with many fields take more, and are only ever listed.
constexpr std::uint64_t kMaxNpyHeaderBytes = 1 << 20;
constexpr std::size_t kMaxRank = 64;

// Reads the one Python literal that a header may be: a dict with the keys descr, fortran_order and shape.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      parse_entry();
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_blanks();
    if (at_ != text_.size()) fail();
    if (!descr_ || !order_ || !shape_) fail();
    return {*descr_, *order_, *shape_};
  }

 private:
  [[noreturn]] void fail() const {
    throw IoError(name_ + ": the array's header is damaged at " + shown(text_.substr(at_)));
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  bool accept(char wanted) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  void expect(char wanted) {
    if (!accept(wanted)) fail();
  }

  bool accept_word(std::string_view word) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  // Each key stands there once.
  void parse_entry() {
    const std::string key = parse_string();
    expect(':');
    if (key == "descr" && !descr_) {
      descr_ = parse_descr();
    } else if (key == "fortran_order" && !order_) {
      order_ = parse_order();
    } else if (key == "shape" && !shape_) {
      shape_ = parse_shape();
    } else {
      fail();
    }
  }

  std::string parse_string() {
    skip_blanks();
    if (at_ == text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) fail();
    const std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) fail();
    const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    if (inside.find('\\') != std::string_view::npos) fail();
    at_ = end + 1;
    return std::string(inside);
  }

  // Records are written as a list; it is kept as text, since nothing here reads records.
  std::string parse_descr() {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != '[') return parse_string();
    const std::size_t start = at_;
    int depth = 0;
    while (at_ < text_.size()) {
      if (text_[at_] == '\'' || text_[at_] == '"') {
        parse_string();
        continue;
      }
      if (text_[at_] == '[') ++depth;
      if (text_[at_] == ']') --depth;
      ++at_;
      if (depth == 0) return std::string(text_.substr(start, at_ - start));
    }
    fail();
  }

  ElementOrder parse_order() {
    if (accept_word("True")) return ElementOrder::kFortran;
    if (accept_word("False")) return ElementOrder::kC;
    fail();
  }

  Shape parse_shape() {
    Shape shape;
    expect('(');
    while (!accept(')')) {
      if (shape.size() == kMaxRank) fail();
      shape.push_back(parse_size());
      if (accept(',')) continue;
      // Without its comma, (5) is a number and no tuple.
      if (shape.size() == 1) fail();
      expect(')');
      break;
    }
    return shape;
  }

  std::uint64_t parse_size() {
    skip_blanks();
    std::uint64_t size = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), size);
    if (error != std::errc()) fail();
    at_ = static_cast<std::size_t>(end - text_.data());
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // Python 2 wrote long integers so
    return size;
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
  std::optional<std::string> descr_;
  std::optional<ElementOrder> order_;
  std::optional<Shape> shape_;
};

std::uint64_t read_little_endian(ByteSource& source, std::size_t n_bytes) {
  std::array<std::byte, 8> raw{};
  source.read({raw.data(), n_bytes});
  std::uint64_t value = 0;
  for (std::size_t i = n_bytes; i-- > 0;) value = value << 8 | std::to_integer<std::uint64_t>(raw[i]);
  return value;
}

}  // namespace

bool starts_as_npy(ByteSource& source) {
  if (source.n_left() < kMagic.size()) return false;
  std::string start(kMagic.size(), '\0');
  source.read(std::as_writable_bytes(std::span(start)));
  return start == kMagic;
}

NpyHeader read_npy_header(ByteSource& source) {
  const std::uint64_t major = read_little_endian(source, 1);
  const std::uint64_t minor = read_little_endian(source, 1);
  if (major < 1 || major > 3 || minor != 0) {
    throw IoError(source.name() + ": is of version " + std::to_string(major) + "." + std::to_string(minor) +
                  " of the npy format; known are 1.0, 2.0 and 3.0");
  }
  const std::uint64_t n_bytes = read_little_endian(source, major == 1 ? 2 : 4);
  if (n_bytes > source.n_left() || n_bytes > kMaxNpyHeaderBytes) {
    throw IoError(source.name() + ": the array's header is damaged, it declares " + std::to_string(n_bytes) +
                  " bytes for itself");
  }
  std::string text(n_bytes, '\0');
  source.read(std::as_writable_bytes(std::span(text)));
  return HeaderParser(text, source.name()).parse();
}

std::optional<ElementType> parse_npy_type(const std::string& descr) {
  if (descr.size() < 3) return std::nullopt;
  ElementType type{descr[1], 0, std::endian::native};
  if (descr[0] == '<') {
    type.byte_order = std::endian::little;
  } else if (descr[0] == '>') {
    type.byte_order = std::endian::big;
  } else if (descr[0] != '=' && descr[0] != '|') {
    return std::nullopt;
  }
  std::uint32_t size = 0;
  const char* const stop = descr.data() + descr.size();
  const auto [end, error] = std::from_chars(descr.data() + 2, stop, size);
  if (error != std::errc() || end != stop || size == 0) return std::nullopt;
  type.n_bytes = size;
  if (type.kind == 'S') return type;
  if (type.kind == 'U') {
    type.n_bytes *= 4;
    return type;
  }
  static constexpr std::string_view kNumbers[] = {"b1", "i1", "i2", "i4", "i8", "u1",
                                                  "u2", "u4", "u8", "f4", "f8"};
  if (std::ranges::find(kNumbers, std::string_view(descr).substr(1)) == std::end(kNumbers))
    return std::nullopt;
  return type;
}

}  // namespace sosi::io
