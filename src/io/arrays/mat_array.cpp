// SPDX-License-Identifier: BSD-3-Clause
#include "io/arrays/mat_array.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

constexpr std::uint32_t kInt8 = 1;
constexpr std::uint32_t kInt32 = 5;
constexpr std::uint32_t kUint32 = 6;
constexpr std::uint32_t kUtf8 = 16;

// A piece of a header: its type as MATLAB writes it and as others may, and how long it can be.
struct PieceKind {
  std::uint32_t type;
  std::uint32_t other_type;
  std::uint32_t max_bytes;
  const char* name;
};

constexpr PieceKind kFlags{kUint32, kUint32, 8, "flags"};
constexpr PieceKind kSizes{kInt32, kUint32, 4 * 64, "sizes"};
constexpr PieceKind kName{kInt8, kUtf8, 4096, "name"};

constexpr std::uint32_t kLogicalFlag = 0x200;
constexpr std::uint32_t kComplexFlag = 0x800;

// Classes by their number; the first is none.
constexpr std::string_view kClasses[] = {
    "",      "cell",  "struct", "object", "char",   "sparse", "double", "single",          "int8",
    "uint8", "int16", "uint16", "int32",  "uint32", "int64",  "uint64", "function handle", "object"};
constexpr std::uint32_t kFirstNumeric = 6;
constexpr std::uint32_t kLastNumeric = 15;
constexpr std::uint32_t kOpaque = 17;

struct MatNumber {
  std::uint32_t type;
  char kind;
  std::uint64_t n_bytes;
};

constexpr MatNumber kNumbers[] = {{1, 'i', 1}, {2, 'u', 1}, {3, 'i', 2}, {4, 'u', 2},  {5, 'i', 4},
                                  {6, 'u', 4}, {7, 'f', 4}, {9, 'f', 8}, {12, 'i', 8}, {13, 'u', 8}};

[[noreturn]] void refuse(const std::string& name, const std::string& reason) {
  throw IoError(name + ": is damaged, " + reason);
}

// The pieces that a matrix element is made of, one after the other.
class Pieces {
 public:
  Pieces(ByteSource& source, std::endian byte_order) : source_(source), byte_order_(byte_order) {}

  // A piece of up to 4 bytes shares 8 with its tag, whose upper half is its length.
  MatTag read_tag() {
    const std::uint32_t first = read_word();
    const std::uint32_t n_short = first >> 16;
    const MatTag tag = n_short == 0 ? long_tag(first, read_word())
                                    : MatTag{first & 0xFFFF, n_short, n_short > 4 ? 0 : 4 - n_short};
    if (n_short > 4 || tag.n_bytes > source_.n_left()) {
      refuse(source_.name(), "a piece of it declares " + std::to_string(tag.n_bytes) + " bytes for itself");
    }
    return tag;
  }

  std::vector<std::byte> read(const PieceKind& kind) {
    const MatTag tag = read_tag();
    const bool has_type = tag.type == kind.type || tag.type == kind.other_type;
    if (!has_type || tag.n_bytes > kind.max_bytes) refuse_piece(kind);
    std::vector<std::byte> bytes(tag.n_bytes);
    source_.read(bytes);
    source_.skip(std::min<std::uint64_t>(tag.n_padding, source_.n_left()));
    return bytes;
  }

  [[noreturn]] void refuse_piece(const PieceKind& kind) const {
    throw IoError(source_.name() + ": is damaged at its " + kind.name);
  }

  static MatTag long_tag(std::uint32_t type, std::uint32_t n_bytes) {
    return {type, n_bytes, (8 - n_bytes % 8) % 8};
  }

 private:
  std::uint32_t read_word() {
    std::array<std::byte, 4> raw;
    source_.read(raw);
    return element_at<std::uint32_t>(raw.data(), byte_order_);
  }

  ByteSource& source_;
  std::endian byte_order_;
};

Shape read_shape(Pieces& pieces, std::endian byte_order) {
  const std::vector<std::byte> bytes = pieces.read(kSizes);
  if (bytes.size() < 8 || bytes.size() % 4 != 0) pieces.refuse_piece(kSizes);
  Shape shape;
  for (std::size_t at = 0; at < bytes.size(); at += 4) {
    const std::int32_t size = element_at<std::int32_t>(bytes.data() + at, byte_order);
    if (size < 0) pieces.refuse_piece(kSizes);
    shape.push_back(static_cast<std::uint64_t>(size));
  }
  return shape;
}

std::string class_name(std::uint32_t number, std::uint32_t flags) {
  if ((flags & kLogicalFlag) != 0 && number >= kFirstNumeric) return "logical";
  return ((flags & kComplexFlag) != 0 ? "complex " : "") + std::string(kClasses[number]);
}

}  // namespace

MatTag parse_mat_tag(const std::string& bytes, std::endian byte_order) {
  const auto* start = reinterpret_cast<const std::byte*>(bytes.data());
  return Pieces::long_tag(element_at<std::uint32_t>(start, byte_order),
                          element_at<std::uint32_t>(start + 4, byte_order));
}

MatHeader read_mat_header(ByteSource& source, std::endian byte_order) {
  Pieces pieces(source, byte_order);
  const std::vector<std::byte> raw_flags = pieces.read(kFlags);
  if (raw_flags.size() != 8) pieces.refuse_piece(kFlags);
  const std::uint32_t flags = element_at<std::uint32_t>(raw_flags.data(), byte_order);
  const std::uint32_t number = flags & 0xFF;
  if (number == 0 || number >= std::size(kClasses)) {
    refuse(source.name(), "there is no class of arrays with the number " + std::to_string(number));
  }
  MatHeader header;
  header.class_name = class_name(number, flags);
  // Objects of newer classes do not say their size.
  if (number != kOpaque) header.shape = read_shape(pieces, byte_order);
  const std::vector<std::byte> name = pieces.read(kName);
  header.name.assign(reinterpret_cast<const char*>(name.data()), name.size());
  header.is_readable = number >= kFirstNumeric && number <= kLastNumeric && (flags & kComplexFlag) == 0;
  return header;
}

StoredArray open_mat_array(std::unique_ptr<ByteSource> source, std::endian byte_order) {
  MatHeader header = read_mat_header(*source, byte_order);
  if (!header.is_readable) {
    throw InvalidInput(source->name() + ": is of class " + header.class_name +
                       "; readable are full arrays of real numbers");
  }
  // Numbers are stored in the smallest type that holds them all, whatever their class.
  const MatTag tag = Pieces(*source, byte_order).read_tag();
  const auto* number = std::ranges::find(kNumbers, tag.type, &MatNumber::type);
  if (number == std::end(kNumbers)) {
    refuse(source->name(), "there is no type of numbers with the code " + std::to_string(tag.type));
  }
  StoredArray array{std::move(source),
                    std::move(header.shape),
                    ElementOrder::kFortran,
                    {number->kind, number->n_bytes, byte_order},
                    std::move(header.class_name)};
  check_elements_take(array, tag.n_bytes);
  return array;
}

}  // namespace sosi::io
