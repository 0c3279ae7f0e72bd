// SPDX-License-Identifier: BSD-3-Clause
#include "io/bytes/safetensors.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <utility>

#include "io/bytes/strict_json.hpp"
#include "io/bytes/text.hpp"
#include "sosi/core/errors.hpp"

namespace sosi::io {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are stored as they lie in memory");

using Json = nlohmann::json;

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kAlignment = 8;
constexpr std::uint64_t kMaxTensorHeaderBytes = std::uint64_t{64} << 20;
constexpr const char* kMetadata = "__metadata__";

std::optional<std::uint64_t> element_size(std::string_view type) {
  static constexpr std::pair<std::string_view, std::uint64_t> kSizes[] = {
      {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"U16", 2}, {"I16", 2}, {"F16", 2}, {"BF16", 2},
      {"U32", 4},  {"I32", 4}, {"F32", 4}, {"U64", 8}, {"I64", 8}, {"F64", 8}};
  for (const auto& [name, size] : kSizes) {
    if (name == type) return size;
  }
  return std::nullopt;
}

// Nothing where the type is unknown or the number overflows.
std::optional<std::uint64_t> n_bytes(const TensorInfo& tensor) {
  std::optional<std::uint64_t> product = element_size(tensor.type);
  for (const std::uint64_t length : tensor.shape) {
    if (!product || __builtin_mul_overflow(*product, length, &*product)) return std::nullopt;
  }
  return product;
}

std::uint32_t update_checksum(std::uint32_t checksum, std::span<const std::byte> bytes) {
  if (bytes.empty()) return checksum;  // zlib takes a null pointer for the wish to begin anew
  return static_cast<std::uint32_t>(
      ::crc32_z(checksum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::string header_text(const SafetensorsHeader& header, const std::string& name) {
  nlohmann::ordered_json all;
  all[kMetadata] = header.metadata;
  std::uint64_t begin = 0;
  for (const TensorInfo& tensor : header.tensors) {
    const std::optional<std::uint64_t> size = n_bytes(tensor);
    if (!size) throw IoError(name + ": array " + shown(tensor.name) + " cannot be stored");
    all[tensor.name] = {
        {"dtype", tensor.type}, {"shape", tensor.shape}, {"data_offsets", {begin, begin + *size}}};
    begin += *size;
  }
  std::string text = all.dump();
  text.append((kAlignment - text.size() % kAlignment) % kAlignment, ' ');
  return text;
}

// An array and where its bytes lie behind the header.
struct Placed {
  TensorInfo tensor;
  std::uint64_t begin;
  std::uint64_t end;
};

// Takes a header apart; `name` is the file's.
class HeaderParser {
 public:
  explicit HeaderParser(const std::string& name) : name_(name) {}

  SafetensorsHeader parse(const std::string& text, std::uint64_t n_data_bytes) const {
    // Far more than the arrays and metadata of any version need.
    constexpr std::size_t kMaxValues = 4096;
    const Json all = parse_strict_json(text, kMaxValues, name_ + ": its header");
    if (!all.is_object() || text.front() != '{') fail("its header is not a JSON object");
    SafetensorsHeader header;
    std::vector<Placed> placed;
    for (const auto& [key, value] : all.items()) {
      if (key == kMetadata) {
        header.metadata = metadata(value);
      } else {
        placed.push_back(place(key, value));
      }
    }
    check_places(placed, n_data_bytes);
    for (Placed& one : placed) header.tensors.push_back(std::move(one.tensor));
    return header;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw IoError(name_ + ": " + reason); }

  std::map<std::string, std::string> metadata(const Json& value) const {
    const bool is_text =
        value.is_object() && std::ranges::all_of(value, [](const Json& one) { return one.is_string(); });
    if (!is_text) fail("its metadata must be text by name");
    return value.get<std::map<std::string, std::string>>();
  }

  std::vector<std::uint64_t> whole_numbers(const Json& value, const std::string& what) const {
    const bool is_whole = value.is_array() && std::ranges::all_of(value, [](const Json& one) {
                            return one.is_number_unsigned();
                          });
    if (!is_whole) fail(what + " must be whole numbers, at least 0");
    return value.get<std::vector<std::uint64_t>>();
  }

  Placed place(const std::string& key, const Json& value) const {
    const std::string array = "array " + shown(key);
    if (!value.is_object() || value.size() != 3 || !value.contains("dtype") || !value.contains("shape") ||
        !value.contains("data_offsets") || !value["dtype"].is_string()) {
      fail(array + " must have a dtype, a shape and data_offsets");
    }
    const TensorInfo tensor{key, value["dtype"], whole_numbers(value["shape"], "the shape of " + array)};
    const auto offsets = whole_numbers(value["data_offsets"], "the data_offsets of " + array);
    if (offsets.size() != 2 || offsets[0] > offsets[1])
      fail("the data_offsets of " + array + " are not a range");
    if (!element_size(tensor.type)) fail(array + " has the unknown dtype " + shown(tensor.type));
    if (n_bytes(tensor) != offsets[1] - offsets[0]) {
      fail(array + " has a shape that does not fit its " + std::to_string(offsets[1] - offsets[0]) +
           " bytes");
    }
    return {tensor, offsets[0], offsets[1]};
  }

  // Sorted by place, every array must begin where the one before has ended.
  void check_places(std::vector<Placed>& placed, std::uint64_t n_data_bytes) const {
    std::ranges::sort(placed, {}, [](const Placed& one) { return std::pair(one.begin, one.end); });
    std::uint64_t end = 0;
    for (const Placed& one : placed) {
      const std::string array = "array " + shown(one.tensor.name);
      if (one.end > n_data_bytes) fail(array + " lies beyond the end of the file");
      if (one.begin < end) fail(array + " overlaps with another");
      if (one.begin > end) fail("there is a hole before " + array);
      end = one.end;
    }
    if (end != n_data_bytes) {
      fail(std::to_string(n_data_bytes - end) + " bytes at its end belong to no array");
    }
  }

  const std::string& name_;
};

}  // namespace

SafetensorsWriter::SafetensorsWriter(std::ostream& out, const SafetensorsHeader& header,
                                     const std::string& name)
    : out_(out) {
  const std::string text = header_text(header, name);
  const std::uint64_t length = text.size();
  if (length > kMaxTensorHeaderBytes) throw IoError(name + ": the names and options take more than 64 MiB");
  write(std::as_bytes(std::span(&length, 1)));
  write(std::as_bytes(std::span(text)));
}

void SafetensorsWriter::write(std::span<const std::byte> bytes) {
  checksum_ = update_checksum(checksum_, bytes);
  out_.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

SafetensorsReader::SafetensorsReader(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {
  const std::string text = read_header_text();
  header_ = HeaderParser(name()).parse(text, source_->n_left());
}

std::string SafetensorsReader::read_header_text() {
  if (source_->n_left() < kLengthBytes) throw IoError(name() + ": is too short, or not a safetensors file");
  std::uint64_t length = 0;
  read(std::as_writable_bytes(std::span(&length, 1)));
  if (length == 0 || length > source_->n_left() || length > kMaxTensorHeaderBytes) {
    throw IoError(name() + ": is truncated, or not a safetensors file: its header would have " +
                  std::to_string(length) + " bytes");
  }
  std::string text(length, '\0');
  read(std::as_writable_bytes(std::span(text)));
  return text;
}

void SafetensorsReader::read(std::span<std::byte> into) {
  source_->read(into);
  checksum_ = update_checksum(checksum_, into);
}

}  // namespace sosi::io
