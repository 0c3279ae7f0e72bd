// SPDX-License-Identifier: BSD-3-Clause
#include "io/arrays/elements.hpp"

#include <cmath>
#include <concepts>
#include <stdexcept>

#include "io/bytes/text.hpp"

namespace sosi::io {

namespace {

constexpr std::size_t kBufferBytes = 256 * 1024;

// NumPy's bool: a byte of which only being 0 matters.
struct Flag {
  std::uint8_t byte;
  explicit operator double() const { return byte == 0 ? 0.0 : 1.0; }
};

template <class T>
void decode(std::span<const std::byte> raw, std::endian order, std::span<double> into) {
  for (std::size_t i = 0; i < into.size(); ++i) {
    into[i] = static_cast<double>(element_at<T>(raw.data() + i * sizeof(T), order));
  }
}

// 64-bit integers are named directly: as doubles, neighbors beyond 2^53 would share a name.
template <class T>
std::optional<std::string> number_name(const std::byte* at, std::endian order) {
  const T element = element_at<T>(at, order);
  if constexpr (std::integral<T>) {
    return std::to_string(element);
  } else {
    const double value = static_cast<double>(element);
    return std::isnan(value) ? std::string() : whole_number_text(value);
  }
}

struct NumberType {
  char kind;
  std::uint64_t n_bytes;
  void (*decode)(std::span<const std::byte> raw, std::endian order, std::span<double> into);
  std::optional<std::string> (*name)(const std::byte* at, std::endian order);
};

template <class T>
constexpr NumberType number_type(char kind) {
  return {kind, sizeof(T), decode<T>, number_name<T>};
}

constexpr NumberType kNumberTypes[] = {
    number_type<Flag>('b'),          number_type<std::int8_t>('i'),   number_type<std::int16_t>('i'),
    number_type<std::int32_t>('i'),  number_type<std::int64_t>('i'),  number_type<std::uint8_t>('u'),
    number_type<std::uint16_t>('u'), number_type<std::uint32_t>('u'), number_type<std::uint64_t>('u'),
    number_type<float>('f'),         number_type<double>('f'),
};

const NumberType& number_type_of(const ElementType& type) {
  const auto* found = std::ranges::find_if(kNumberTypes, [&](const NumberType& known) {
    return known.kind == type.kind && known.n_bytes == type.n_bytes;
  });
  if (found == std::end(kNumberTypes)) throw std::logic_error("element type without a decoder");
  return *found;
}

// NumPy fills text up with NUL; what follows the last other character is no part of it.
std::string bytes_text(std::span<const std::byte> raw) {
  std::string text(reinterpret_cast<const char*>(raw.data()), raw.size());
  text.erase(text.find_last_not_of('\0') + 1);
  return text;
}

std::optional<std::string> ucs4_text(std::span<const std::byte> raw, std::endian order) {
  std::string text;
  for (std::size_t at = 0; at < raw.size(); at += 4) {
    const std::optional<std::string> encoded = utf8_of(element_at<std::uint32_t>(raw.data() + at, order));
    if (!encoded) return std::nullopt;
    text += *encoded;
  }
  text.erase(text.find_last_not_of('\0') + 1);
  return text;
}

}  // namespace

NumberReader::NumberReader(ByteSource& source, const ElementType& type)
    : source_(source), type_(type), decode_(number_type_of(type).decode) {}

void NumberReader::read(std::span<double> into) {
  if (type_.kind == 'f' && type_.n_bytes == sizeof(double) && type_.byte_order == std::endian::native) {
    source_.read(std::as_writable_bytes(into));
    return;
  }
  buffer_.resize(kBufferBytes);
  while (!into.empty()) {
    const std::size_t n = std::min<std::size_t>(into.size(), buffer_.size() / type_.n_bytes);
    const std::span<std::byte> raw(buffer_.data(), n * type_.n_bytes);
    source_.read(raw);
    decode_(raw, type_.byte_order, into.first(n));
    into = into.subspan(n);
  }
}

double element_number(std::span<const std::byte> raw, const ElementType& type) {
  double value = 0.0;
  number_type_of(type).decode(raw, type.byte_order, {&value, 1});
  return value;
}

std::optional<std::string> element_name(std::span<const std::byte> raw, const ElementType& type) {
  if (type.kind == 'S') return bytes_text(raw);
  if (type.kind == 'U') return ucs4_text(raw, type.byte_order);
  return number_type_of(type).name(raw.data(), type.byte_order);
}

}  // namespace sosi::io
